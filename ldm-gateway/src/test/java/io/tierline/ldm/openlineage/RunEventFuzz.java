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
import io.tierline.ldm.testing.TextMutator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
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
    Random random = new Random(SEED);
    LineageRegistry registry = new LineageRegistry(50);
    LiveLimits limits =
        new LiveLimits(
            Duration.ofSeconds(40), Duration.ofSeconds(40), Duration.ofSeconds(9), 50, 9);
    LiveLineage live = new LiveLineage(registry, limits, conflict -> {});
    RunAssembler assembler = new RunAssembler(50);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < INPUTS; i++) {
      String input = MUTATOR.mutated(EVENT, random);
      Instant now = Instant.ofEpochSecond(i);
      try {
        List<RunEvent> events = List.copyOf(RunEventReader.read(input).events().values());
        // Building graphs takes a thousand times as long as reading.
        boolean isTaken = i % TAKEN_IN == 0;
        for (RunEvent event : isTaken ? events : List.<RunEvent>of()) {
          live.take(assembler.accept(List.of(event), "ann"), now);
        }
        if (isTaken) {
          live.tick(now);
        }
        read++;
      } catch (LineageException e) {
        refused++;
        if (e.getMessage().isBlank() || e.getMessage().contains("\n")) {
          fail("seed %d, input %d: no single line: %s".formatted(SEED, i, e.getMessage()));
        }
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed %d, input %d: %s".formatted(SEED, i, input), e);
      }
    }
    assertThat(read).isGreaterThan(INPUTS / 100);
    assertThat(refused).isGreaterThan(INPUTS / 4);
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
