/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BlockGraphProperties {
  @Provide
  Arbitrary<Workflow> workflows() {
    return Samples.workflows();
  }

  @Property(tries = 300)
  void reusabilityIsTheNumberOfReadersStillToRun(
      @ForAll("workflows") Workflow workflow, @ForAll long seed) throws LineageException {
    Set<JobId> finished = someOf(workflow, seed);
    BlockGraph graph = BlockGraph.of(TaskGraph.of(workflow), finished);
    for (Vertex vertex : graph.vertices()) {
      long expected = 0;
      for (Job job : workflow.jobs()) {
        boolean toRun = !job.onError() && !finished.contains(new JobId(workflow.id(), job.name()));
        expected += toRun && job.reads().contains(vertex.dataset()) ? 1 : 0;
      }
      assertThat(vertex.reusability()).isEqualTo((int) expected);
    }
  }

  @Property(tries = 300)
  void slackIsTheGapBetweenTheWriterAndItsFirstReader(@ForAll("workflows") Workflow workflow)
      throws LineageException {
    TaskGraph tasks = TaskGraph.of(workflow);
    for (Vertex vertex : BlockGraph.of(tasks, Set.of()).vertices()) {
      if (vertex.isProduced() && vertex.reusability() > 0) {
        int writer = tasks.level(vertex.writers().get(0));
        int reader = vertex.readers().stream().mapToInt(tasks::level).min().orElseThrow();
        assertThat(vertex.slack()).isEqualTo(reader - writer - 1).isNotNegative();
      }
    }
  }

  private static Set<JobId> someOf(Workflow workflow, long seed) {
    Random random = new Random(seed);
    Set<JobId> some = new HashSet<>();
    for (Job job : workflow.jobs()) {
      if (random.nextBoolean()) {
        some.add(new JobId(workflow.id(), job.name()));
      }
    }
    return some;
  }
}
