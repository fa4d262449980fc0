/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.LineageRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UsageTest {
  private static final long MIB = 1L << 20;

  private static Workflow workflow(String id, int jobs, int paths, List<Note> notes)
      throws LineageException {
    List<Job> all = new ArrayList<>();
    for (int j = 0; j < jobs; j++) {
      Job.Builder job = Job.named("job-" + j, "spark");
      for (int p = 0; p < paths; p++) {
        DatasetPath path = DatasetPath.of("/warehouse/%s/table-%d/part-%d".formatted(id, j, p));
        job.writes(path);
      }
      all.add(job.build());
    }
    return Workflow.of(id, id, all, notes);
  }

  @Test
  void countsJobsPathsAndNotes() throws Exception {
    Usage usage = Usage.of(workflow("w", 3, 4, List.of(new Note(0, "", "x"))));
    assertThat(List.of(usage.workflows(), usage.jobs(), usage.paths(), usage.notes()))
        .containsExactly(1L, 3L, 12L, 1L);
  }

  /** What 4 KB of gzip unpack to: one long note. */
  @Test
  void notesCountInFull() throws Exception {
    String text = "x".repeat((int) (4 * MIB));
    Usage usage = Usage.of(workflow("w", 1, 1, List.of(new Note(0, "", text))));
    assertThat(usage.memory()).isBetween(4 * MIB, 5 * MIB);
  }

  @Test
  void pathsOfOtherFileSystemsCountAsOwnOnes() throws Exception {
    Job own = Job.named("own", "x").writes(DatasetPath.of("/a/b")).build();
    Job foreign = Job.named("own", "x").writes(DatasetPath.of("s3a://bucket/a/b")).build();
    Usage one = Usage.of(Workflow.of("w", "w", List.of(own), List.of()));
    Usage other = Usage.of(Workflow.of("w", "w", List.of(foreign), List.of()));
    assertThat(other.paths()).isEqualTo(one.paths());
    assertThat(other.memory()).isGreaterThanOrEqualTo(one.memory());
  }

  /** The estimate would let users in until the heap is full, if it were much too low. */
  @Test
  void theHeapHoldsNoMoreThanIsEstimated() throws Exception {
    LineageRegistry registry = new LineageRegistry(100);
    long before = usedHeap();
    for (int i = 0; i < 20; i++) {
      registry.register(workflow("flow-" + i, 500, 5, List.of()), "ann");
    }
    long held = usedHeap() - before;
    Usage usage = registry.usage().get("ann");
    assertThat(usage.paths()).isEqualTo(50_000);
    assertThat(held).as("bytes held").isLessThan(usage.memory() * 6 / 5);
    assertThat(held).as("bytes held").isGreaterThan(usage.memory() / 4);
  }

  private static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void whoeverIsOverALoweredLimitMayStillGiveUpSome() throws Exception {
    UserLimits limits = new UserLimits(Map.of(Limit.JOBS, 5L));
    Usage ten = Usage.of(workflow("w", 10, 0, List.of()));
    Usage nine = Usage.of(workflow("w", 9, 0, List.of()));
    limits.require("ann", ten, nine);
    assertThatThrownBy(() -> limits.require("ann", nine, ten))
        .isInstanceOf(LimitException.class)
        .hasMessage(
            "ann would have 10 registered jobs; at most 5 are allowed (tierline.ldm.limits.jobs):"
                + " withdraw some");
  }
}
