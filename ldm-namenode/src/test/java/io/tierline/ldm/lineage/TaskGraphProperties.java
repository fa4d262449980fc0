/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TaskGraphProperties {
  @Provide
  Arbitrary<Workflow> workflows() {
    return Samples.workflows();
  }

  @Property(tries = 300)
  void levelIsOneMoreThanTheHighestItWaitsFor(@ForAll("workflows") Workflow workflow)
      throws LineageException {
    TaskGraph graph = TaskGraph.of(workflow);
    for (JobId job : graph.jobs().keySet()) {
      int expected =
          graph.edges().stream()
              .filter(edge -> edge.to().equals(job))
              .mapToInt(edge -> graph.level(edge.from()) + 1)
              .max()
              .orElse(0);
      assertThat(graph.level(job)).isEqualTo(expected);
    }
  }

  @Property(tries = 300)
  void orderOfTheJobsDoesNotMatter(@ForAll("workflows") Workflow workflow, @ForAll long seed)
      throws LineageException {
    TaskGraph graph = TaskGraph.of(workflow);
    TaskGraph other = TaskGraph.of(Samples.shuffled(workflow, seed));
    assertThat(other.jobs()).isEqualTo(graph.jobs());
    assertThat(new HashSet<>(other.edges())).isEqualTo(new HashSet<>(graph.edges()));
    assertThat(other.jobs().keySet())
        .allSatisfy(job -> assertThat(other.level(job)).isEqualTo(graph.level(job)));
  }

  @Property(tries = 300)
  void everyReadOfAWrittenDatasetIsAnEdge(@ForAll("workflows") Workflow workflow)
      throws LineageException {
    TaskGraph graph = TaskGraph.of(workflow);
    for (Job writer : workflow.jobs()) {
      for (Job reader : workflow.jobs()) {
        boolean feeds = writer.writes().stream().anyMatch(reader.reads()::contains);
        boolean edge =
            graph.edges().stream()
                .anyMatch(
                    e ->
                        e.kind() == TaskGraph.EdgeKind.DATA
                            && e.from().job().equals(writer.name())
                            && e.to().job().equals(reader.name()));
        assertThat(edge).as("%s feeds %s", writer.name(), reader.name()).isEqualTo(feeds);
      }
    }
  }
}
