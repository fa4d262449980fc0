/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.LinkedWorkflows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UsesByGroupTest {
  private static final double TYPICAL = 600;
  private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

  private final LineageRegistry registry = new LineageRegistry(100);
  private final UsesByGroup uses = new UsesByGroup(TYPICAL);

  private static Job.Builder job(String name, String read, String written) {
    Job.Builder job = Job.named(name, "spark").writes(DatasetPath.of(written));
    return read.isEmpty() ? job : job.reads(DatasetPath.of(read));
  }

  private void register(String id, Job... jobs) throws LineageException {
    registry.register(Workflow.of(id, id, List.of(jobs), List.of()), "ann");
  }

  private Map<String, List<Double>> seconds() {
    Map<String, List<Double>> found = new HashMap<>();
    uses.forEach(
        (dataset, each) -> {
          List<Double> all = new ArrayList<>();
          for (double one : each) {
            all.add(one);
          }
          found.put(dataset.root(), all);
        });
    return found;
  }

  private static Set<String> members(Collection<LinkedWorkflows> groups) {
    Set<String> ids = new HashSet<>();
    groups.forEach(group -> ids.addAll(group.members().keySet()));
    return ids;
  }

  @Test
  void usesAreThoseOfTheWholeGraph() throws LineageException {
    register("a", job("one", "", "/a").build(), job("two", "/a", "/b").build());
    register("b", job("three", "/b", "/c").build());
    register("other", job("four", "", "/d").build(), job("five", "/d", "/e").build());
    LineageView view = registry.view();
    uses.update(view, NOW);
    ComingUses whole = ComingUses.of(view.tasks(), Set.of(), NOW, TYPICAL);
    Map<String, List<Double>> expected = new HashMap<>();
    view.blocks()
        .vertices()
        .forEach(
            vertex -> {
              List<Double> all = new ArrayList<>();
              for (double one : whole.of(vertex)) {
                all.add(one);
              }
              expected.put(vertex.dataset().path(), all);
            });
    assertThat(seconds())
        .isEqualTo(expected)
        .containsEntry("/b", List.of(2 * TYPICAL))
        .containsEntry("/e", List.of());
  }

  @Test
  void onlyGroupsThatChangedAreTold() throws LineageException {
    register("a", job("one", "", "/a").build());
    register("b", job("two", "", "/b").build());
    assertThat(uses.update(registry.view(), NOW)).isEmpty();
    assertThat(uses.update(registry.view(), NOW)).isEmpty();
    register("a2", job("three", "/a", "/c").build());
    assertThat(members(uses.update(registry.view(), NOW))).containsExactly("a");
    registry.withdraw("b");
    assertThat(members(uses.update(registry.view(), NOW))).containsExactly("b");
    assertThat(seconds()).containsOnlyKeys("/a", "/c");
  }

  @Test
  void endedJobsAreNoReaders() throws LineageException {
    register("a", job("one", "", "/a").build(), job("two", "/a", "/b").build());
    uses.update(registry.view(), NOW);
    registry.finish("a", "two");
    uses.update(registry.view(), NOW);
    assertThat(seconds()).containsEntry("/a", List.of());
  }

  @Test
  void nominalTimesComeNearerByThemselves() throws LineageException {
    register(
        "a",
        job("one", "", "/a").build(),
        job("two", "/a", "/b").start(NOW.plusSeconds(100)).build());
    registry.finish("a", "one");
    uses.update(registry.view(), NOW);
    assertThat(seconds()).containsEntry("/a", List.of(100.0));
    assertThat(uses.update(registry.view(), NOW.plusSeconds(60))).isEmpty();
    assertThat(seconds()).containsEntry("/a", List.of(40.0));
  }
}
