/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
  private static final Map<String, Double> SECONDS =
      Map.of("noop", 20.0, "cfq", 16.0, "bfq", 10.0, "bid-hdd", 8.0, "bound", 5.0);

  private static Comparison of(Map<String, Double> seconds, Row... processes) {
    return new Comparison(SampleTables.figures("sort", seconds), List.of(processes));
  }

  @Test
  void comparesWithTheSourcesPeersAndWithTheBestOfAll() {
    Comparison comparison = of(SECONDS);
    assertThat(comparison.bestPeer()).contains("bfq");
    assertThat(comparison.toSourcePeers("bid-hdd")).isEqualTo(0.5);
    assertThat(comparison.toBestPeer("bid-hdd")).isEqualTo(0.8);
    assertThat(comparison.toBestPeer("bfq")).isEqualTo(1);
    assertThat(comparison.toBound("bid-hdd")).isEqualTo(1.6);
  }

  @Test
  void neitherBidNorTheBoundIsAPeer() {
    assertThat(of(Map.of("bid-hdd", 1.0, "bound", 0.5, "noop", 3.0)).bestPeer()).contains("noop");
  }

  @Test
  void aPeerCountsAtItsBestSetting() {
    Comparison comparison =
        of(
            Map.of("noop", 5.0, "bfq", 4.0, "bfq:bfq-idle=0", 2.0, "bid-hdd:readahead=0", 1.0),
            SampleTables.process("bfq:bfq-idle=0", "sort", "1", 500, 10),
            SampleTables.process("bfq", "sort", "1", 500, 5),
            SampleTables.process("bid-hdd:readahead=0", "sort", "1", 500, 20));
    assertThat(comparison.bestPeer()).contains("bfq:bfq-idle=0");
    assertThat(comparison.toBestPeer("bid-hdd:readahead=0")).isEqualTo(0.5);
    assertThat(comparison.processToFastestPeer("bid-hdd:readahead=0")).isEqualTo(2);
    assertThat(comparison.processToLeastPeer("bid-hdd:readahead=0")).isEqualTo(4);
  }

  @Test
  void hybridIsHeldAgainstTheBoundThatHasTheSsdToo() {
    Comparison comparison =
        of(Map.of("bid-hybrid", 6.0, "bid-hdd", 6.0, "bound", 3.0, "bound-hybrid", 2.0));
    assertThat(comparison.toBound("bid-hybrid")).isEqualTo(3);
    assertThat(comparison.toBound("bid-hdd")).isEqualTo(2);
  }

  @Test
  void whatDidNotRunLeavesNoRatio() {
    Comparison comparison = of(Map.of("noop", 2.0, "bid-hdd", 1.0));
    assertThat(comparison.toSourcePeers("bid-hdd")).as("without CFQ").isNaN();
    assertThat(comparison.toBestPeer("bid-hybrid")).isNaN();
    assertThat(comparison.toBound("bid-hdd")).isNaN();
    assertThat(of(Map.of("bid-hdd", 1.0)).toBestPeer("bid-hdd")).isNaN();
    assertThat(comparison.processToFastestPeer("bid-hdd")).isNaN();
  }

  @Test
  void worstProcessIsFoundAgainstTheFastestAndTheKindestPeer() {
    Comparison comparison =
        of(
            SECONDS,
            SampleTables.process("bfq", "sort", "1", 500, 100),
            SampleTables.process("bfq", "sort", "2", 500, 50),
            SampleTables.process("noop", "sort", "1", 500, 40),
            SampleTables.process("noop", "sort", "2", 500, 400),
            SampleTables.process("bid-hdd", "sort", "1", 500, 120),
            SampleTables.process("bid-hdd", "sort", "2", 500, 75));
    assertThat(comparison.processToFastestPeer("bid-hdd")).isEqualTo(1.5);
    assertThat(comparison.processToLeastPeer("bid-hdd")).isEqualTo(3);
  }

  @Test
  void processOfFewRequestsHasNoP99() {
    Comparison comparison =
        of(
            SECONDS,
            SampleTables.process("bfq", "sort", "1", 99, 1),
            SampleTables.process("bid-hdd", "sort", "1", 99, 1000),
            SampleTables.process("bfq", "sort", "2", 100, 10),
            SampleTables.process("bid-hdd", "sort", "2", 100, 20));
    assertThat(comparison.processToFastestPeer("bid-hdd")).isEqualTo(2);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void ratiosDependOnNoUnitAndOnNoSlowerPeer(long seed) {
    Random random = new Random(seed);
    Map<String, Double> seconds = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(Peers.NAMES);
    names.addAll(List.of("bid-hdd", "bid-hybrid", "bound"));
    names.forEach(name -> seconds.put(name, 1 + random.nextInt(1000) / 8.0));
    Comparison plain = of(seconds);

    Map<String, Double> scaled = new LinkedHashMap<>(seconds);
    scaled.replaceAll((name, time) -> time * 4);
    Map<String, Double> slower = new LinkedHashMap<>(seconds);
    Peers.NAMES.stream()
        .filter(name -> !plain.bestPeer().orElseThrow().equals(name))
        .forEach(name -> slower.merge(name, 1000.0, Double::sum));

    for (String name : names) {
      for (Ratio ratio : Ratio.values()) {
        assertThat(Double.valueOf(ratio.of(of(scaled), name)))
            .as("%s of %s", ratio, name)
            .isEqualTo(Double.valueOf(ratio.of(plain, name)));
      }
      if (!Peers.NAMES.contains(name)) {
        assertThat(of(slower).toBestPeer(name)).isEqualTo(plain.toBestPeer(name));
      }
      assertThat(plain.toBestPeer(name)).isGreaterThanOrEqualTo(plain.toSourcePeers(name));
    }
    assertThat(Peers.NAMES.stream().mapToDouble(plain::toBestPeer).min().orElseThrow())
        .isEqualTo(1);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void leastOfAllPeersIsNeverTheEasierMeasure(long seed) {
    Random random = new Random(seed);
    List<Row> processes = new ArrayList<>();
    for (String contender : List.of("noop", "cfq", "bfq", "bid-hdd")) {
      for (int process = 0; process < 10; process++) {
        processes.add(
            SampleTables.process(contender, "sort", "p" + process, 200, 1 + random.nextInt(1000)));
      }
    }
    Comparison comparison = of(SECONDS, processes.toArray(Row[]::new));
    assertThat(comparison.processToLeastPeer("bid-hdd"))
        .isGreaterThanOrEqualTo(comparison.processToFastestPeer("bid-hdd"));
    assertThat(comparison.processToFastestPeer("bfq")).isEqualTo(1);
  }
}
