/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.LiveLimits;
import io.tierline.ldm.live.LiveLineage;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ParserFuzz;
import io.tierline.ldm.testing.TextMutator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Events with bytes, tokens and stretches changed at random. Each is taken in, down to the
 * registry, or refused in one line; nothing else is ever thrown.
 */
class RunEventFuzz {
  private static final int INPUTS = Extended.inputs(100_000);
  private static final int TAKEN_IN = 100;
  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20_261_121);

  private static final String EVENT =
      """
      [{"eventType": "START", "run": {"runId": "r1", "facets": {"parent": {
        "run": {"runId": "r0"}, "job": {"namespace": "n", "name": "dag"},
        "root": {"run": {"runId": "r"}, "job": {"namespace": "n", "name": "top"}}},
        "jobDependencies": {"downstream": [{"job": {"namespace": "n", "name": "next"}}]}}},
       "job": {"namespace": "n", "name": "load"},
       "inputs": [{"namespace": "hdfs://nn:8020", "name": "/a/dt=2026-11-21/hr=3"},
         {"namespace": "hdfs://nn:8020", "name": "/s", "inputFacets": {"subset": {"inputCondition":
           {"type": "binary", "operator": "OR",
            "left": {"type": "location", "locations": ["/s/x", "y", "hdfs://nn:8020/s/z"]},
            "right": {"type": "partition", "partitions": [{"dimensions": {"y": 1, "m": "2"}}]}}}}},
         {"namespace": "hive://m", "name": "t", "facets": {"symlinks": {"identifiers": [
           {"namespace": "hdfs://nn:8020", "name": "/w/t"}]}}}],
       "outputs": [{"namespace": "hdfs://nn:8020", "name": "/b", "facets": {
         "lifecycleStateChange": {"lifecycleStateChange": "RENAME",
           "previousIdentifier": {"namespace": "hdfs://nn:8020", "name": "/c"}}}}]}]
      """;

  private static final TextMutator MUTATOR =
      new TextMutator(
          4,
          "//",
          "${",
          "*",
          "{a,",
          "[z-a]",
          "..",
          "hdfs:",
          "\"run\":",
          "\"parent\":",
          "r0",
          "r1",
          "COMPLETE",
          "/a",
          "/b",
          "hdfs://nn:8020",
          " ");

  @Test
  void everyInputIsTakenInOrRefusedInOneLine() {
    LineageRegistry registry = new LineageRegistry(50);
    LiveLimits limits =
        new LiveLimits(
            Duration.ofSeconds(40), Duration.ofSeconds(40), Duration.ofSeconds(9), 50, 9);
    LiveLineage live = new LiveLineage(registry, limits, conflict -> {});
    RunAssembler assembler = new RunAssembler(50);
    new ParserFuzz(MUTATOR, EVENT, SEED, INPUTS)
        .run(
            4,
            (input, number) -> {
              Instant now = Instant.ofEpochSecond(number);
              List<RunEvent> events = List.copyOf(RunEventReader.read(input).events().values());
              // Building graphs takes a thousand times as long as reading.
              if (number % TAKEN_IN == 0) {
                for (RunEvent event : events) {
                  live.take(assembler.accept(List.of(event), "ann"), now);
                }
                live.tick(now);
              }
            });
  }

  @Test
  void deepNestingIsNoDanger() {
    for (String open : new String[] {"[", "{\"run\":", "{\"x\":", "{\"x\":["}) {
      String deep = open.repeat(200_000);
      try {
        RunEventReader.read(deep);
        fail("read " + open);
      } catch (LineageException expected) {
        assertThat(expected.getMessage()).isNotBlank();
      }
    }
  }
}
