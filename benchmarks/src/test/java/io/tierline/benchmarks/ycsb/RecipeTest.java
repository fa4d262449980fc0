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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.Bytes;
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
    assertThat(plans).hasSize(9);
    assertThat(plans.get(8).operations()).containsExactly(Operation.values());
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
  void whatIsLiveIsWhatWasPutAndNotDeletedSince() throws Exception {
    RecipeWorkload workload = RecipeWorkload.load("t", Recipe.CHURN);
    int writes = 20_000;
    Set<String> live = new HashSet<>();
    long deletes = 0;
    for (long number = 0; number < writes; number++) {
      if (workload.deletes(number)) {
        deletes++;
        live.remove(workload.buildKeyName(number));
      } else {
        live.add(workload.buildKeyName(number));
      }
    }
    assertThat((double) deletes).isCloseTo(Recipe.CHURN.deletes() * writes, withinPercentage(5));
    assertThat((double) live.size()).isCloseTo(Recipe.CHURN.liveRows(writes), withinPercentage(5));
    assertThat(Recipe.CHURN.userBytes(100)).isCloseTo(90 * 1020 + 10 * 20, within(1e-6));
  }

  @Test
  void aLoadPutsAndDeletesInTheOrderOfItsNumbers() throws Exception {
    RecipeWorkload workload = RecipeWorkload.load("t", Recipe.CHURN);
    FakeTable fake = new FakeTable();
    HBaseBinding binding = new HBaseBinding(fake.table(), "f", Rows.BATCH, new Latencies());
    int writes = 10 * Rows.BATCH;
    Set<String> live = new HashSet<>();
    for (long number = 0; number < writes; number++) {
      assertThat(workload.doInsert(binding, null)).isTrue();
      if (workload.deletes(number)) {
        live.remove(workload.buildKeyName(number));
      } else {
        live.add(workload.buildKeyName(number));
      }
    }
    assertThat(fake.batches).hasSize(10).allMatch(size -> size == Rows.BATCH);
    assertThat(fake.rows.keySet().stream().map(Bytes::toString))
        .containsExactlyInAnyOrderElementsOf(live);
    Cell cell = fake.rows.firstEntry().getValue();
    assertThat(cell.getValueLength()).isEqualTo(Rows.VALUE_BYTES);
  }

  @Test
  void longRecipesRunOnlyWhenNamed() {
    assertThat(Arrays.stream(Recipe.values()).filter(Recipe::isLong))
        .containsExactly(Recipe.F64, Recipe.F128, Recipe.OVER90_F64, Recipe.CHURN);
  }

  @Test
  void unknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Recipe.of("r7"))
        .hasMessage(
            "unknown recipe 'r7': choose from r6, r5, over50, over90, f64, f128, over90-f64, churn, reads, mixed, scans, all");
  }
}
