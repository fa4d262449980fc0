/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import static io.tierline.ldm.openlineage.Events.complete;
import static io.tierline.ldm.openlineage.Events.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.live.LiveLimits;
import io.tierline.ldm.live.LiveLineage;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RunAssemblerProperties {
  /** The chain of the demo under one root, each event possibly twice and in any order. */
  @Property(tries = 100)
  void orderAndRepetitionOfEventsDoNotMatter(@ForAll long seed) throws Exception {
    String dag = Events.parent("r0", "dag");
    String task = Events.parent("t1", "task");
    List<String> events =
        new ArrayList<>(
            List.of(
                start("r0", "dag", "", "", ""),
                start("gen", "gen", dag, "", "/t/in"),
                complete("gen", "gen"),
                start("t1", "task", dag, "", ""),
                start("sort", "sort", task, "/t/in", "/t/out"),
                start("validate", "validate", dag, "/t/out", "/t/report"),
                start("audit", "audit", dag, "/t/in", ""),
                complete("audit", "audit")));
    Random random = new Random(seed);
    for (int i = 0; i < 4; i++) {
      events.add(events.get(random.nextInt(events.size())));
    }
    String inOrder = state(events);
    Collections.shuffle(events, random);
    assertThat(state(events)).isEqualTo(inOrder);
  }

  private static String state(List<String> events) throws Exception {
    LineageRegistry registry = new LineageRegistry(10);
    LiveLineage live =
        new LiveLineage(
            registry,
            new LiveLimits(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), 99, 9),
            conflict -> {});
    RunAssembler assembler = new RunAssembler(100);
    for (String event : events) {
      live.take(assembler.accept(List.of(Events.read(event)), "ann"), Instant.EPOCH);
    }
    LineageView view = registry.view();
    TreeMap<String, String> state = new TreeMap<>();
    view.blocks()
        .vertices()
        .forEach(
            v ->
                state.put(
                    v.dataset().path(),
                    names(v.writers()) + " " + names(v.readers()) + " " + v.slack()));
    return view.registrations().keySet() + " " + state;
  }

  private static List<String> names(List<JobId> jobs) {
    return jobs.stream().map(JobId::toString).sorted().toList();
  }
}
