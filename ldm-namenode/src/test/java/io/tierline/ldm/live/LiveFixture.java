/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.LineageRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A lineage without history, seen to grow second by second. */
abstract class LiveFixture {
  static final LiveLimits LIMITS =
      new LiveLimits(Duration.ofHours(1), Duration.ofDays(7), Duration.ofHours(1), 100, 50);

  final LineageRegistry registry = new LineageRegistry(20);
  final List<Conflict> reported = new ArrayList<>();
  final LiveLineage live = new LiveLineage(registry, LIMITS, reported::add);
  Instant now = Instant.parse("2026-11-21T00:00:00Z");

  void see(Observation... seen) throws LineageException {
    now = now.plusSeconds(1);
    live.observe(List.of(seen), now);
  }

  void pass(Duration time) {
    now = now.plus(time);
    live.tick(now);
  }

  Optional<Vertex> vertex(String path) {
    return registry.view().blocks().vertex(at(path));
  }

  int reusability(String path) {
    return vertex(path).map(Vertex::reusability).orElse(0);
  }

  static Seen gen(int run, String directory) {
    return Seen.yarn("application_1_000" + run, "TeraGen").writes(directory + "/in");
  }

  static Seen sort(int run, String directory) {
    return Seen.yarn("application_1_001" + run, "TeraSort")
        .reads(directory + "/in")
        .writes(directory + "/out");
  }

  static Seen validate(int run, String directory) {
    return Seen.yarn("application_1_002" + run, "TeraValidate")
        .reads(directory + "/out")
        .writes(directory + "/report");
  }

  void runChain(int run, String directory) throws LineageException {
    for (Seen job : List.of(gen(run, directory), sort(run, directory), validate(run, directory))) {
      see(job.running());
      see(job.succeeded());
    }
  }
}
