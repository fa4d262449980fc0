/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RecipeTest {
  @Test
  void r6IsAThousandFlushesInOneRegion() {
    assertThat(Recipe.R6.rows(1)).isEqualTo((2L << 30) / 1020);
    assertThat(Recipe.R6.rows(1) * 1020 / Recipe.R6.flushBytes()).isEqualTo(1023);
    assertThat(Recipe.R6.regionBytes()).isZero();
  }

  @Test
  void r5SplitsAtEightyFlushes() {
    assertThat(Recipe.R5.regionBytes()).isEqualTo(80 * Recipe.R5.flushBytes());
    assertThat(Recipe.R5.rows(1)).isEqualTo((1536L << 20) / 1020);
  }

  @Test
  void scaleIsOfRowsAndLeavesABatch() {
    assertThat(Recipe.R6.rows(0.5)).isEqualTo((1L << 30) / 1020);
    assertThat(Recipe.R6.rows(1e-9)).isEqualTo(50);
  }

  @Test
  void loadsRunAloneAndOperationsShareOne() {
    List<Settings.Plan> plans = Settings.plans(Arrays.asList(Recipe.values()));
    assertThat(plans).extracting(Settings.Plan::recipe).contains(Recipe.R6, Recipe.R5);
    assertThat(plans).hasSize(7);
    assertThat(plans.get(6).operations()).containsExactly(Operation.values());
    List<Settings.Plan> shared = Settings.plans(List.of(Recipe.SCANS, Recipe.MIXED));
    assertThat(shared).hasSize(1);
    assertThat(shared.get(0).operations())
        .doesNotContain(Operation.READ_ONLY)
        .endsWith(Operation.MIXED);
  }

  @Test
  void whatWritesComesAfterWhatDoesNot() {
    boolean[] writes = new boolean[Operation.values().length];
    for (Operation operation : Operation.values()) {
      writes[operation.ordinal()] = operation.writes();
    }
    boolean[] sorted = {false, false, false, true, true, true, true};
    assertThat(writes).isEqualTo(sorted);
  }

  @Test
  void mixesAddUpToOne() {
    for (Operation operation : Operation.values()) {
      double sum = 0;
      for (String kind : List.of("read", "update", "insert", "scan")) {
        sum += Double.parseDouble(operation.properties().getProperty(kind + "proportion"));
      }
      assertThat(sum).as(operation.key()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void keysHaveOneLengthAndDiffer() throws Exception {
    RecipeWorkload workload = RecipeWorkload.of("t", 1000, Operation.READ_ONLY.properties());
    assertThat(
            LongStream.range(0, 1000)
                .mapToObj(workload::buildKeyName)
                .distinct()
                .filter(key -> key.length() == Rows.KEY_BYTES))
        .hasSize(1000);
    assertThat(workload.rows()).isEqualTo(1000);
  }

  @Test
  void overwritesTakeTheKeysOfEarlierRowsEachAsOften() throws Exception {
    RecipeWorkload workload = RecipeWorkload.load("t", Recipe.OVER90);
    Map<String, Long> puts =
        LongStream.range(0, 10_000)
            .mapToObj(workload::buildKeyName)
            .collect(Collectors.groupingBy(key -> key, Collectors.counting()));
    assertThat((double) puts.size())
        .isCloseTo(Recipe.OVER90.liveRows(10_000), withinPercentage(10));
    assertThat(workload.buildKeyName(9_999)).isEqualTo(workload.buildKeyName(9_999));
    // The oldest rows are drawn by all puts after them: about 9 ln(10,000) times, none far more.
    assertThat(Collections.max(puts.values())).isLessThan(150);
  }

  @Test
  void longRecipesRunOnlyWhenNamed() {
    assertThat(Arrays.stream(Recipe.values()).filter(Recipe::isLong))
        .containsExactly(Recipe.F64, Recipe.F128);
  }

  @Test
  void unknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Recipe.of("r7"))
        .hasMessage(
            "unknown recipe 'r7': choose from r6, r5, over50, over90, f64, f128, reads, mixed, scans, all");
  }
}
