/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.benchmarks.reads.Workload.Read;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {
  private static final int COUNT = 10_000;
  private static final long ROWS = 1_000;

  private static List<Read> draw(Workload workload) {
    return workload.draw(COUNT, ROWS, 5);
  }

  private static long ofTheTenth(List<Read> reads) {
    return reads.stream().filter(read -> read.row() < ROWS / 10).count();
  }

  @ParameterizedTest
  @EnumSource
  void sameSeedIsTheSameReads(Workload workload) {
    assertThat(draw(workload)).hasSize(COUNT).isEqualTo(draw(workload));
    assertThat(Workload.of(workload.key())).isEqualTo(workload);
  }

  @ParameterizedTest
  @EnumSource(names = {"GET_UNIFORM", "GET_ZIPFIAN", "SCAN_SHORT", "SCAN_LONG", "SCAN_FULL"})
  void rowsAreThereUnlessTheyAreNotToBe(Workload workload) {
    assertThat(draw(workload)).allMatch(read -> read.row() >= 0 && read.row() < ROWS);
  }

  @Test
  void absentRowsWereNeverPut() {
    // Puts go on from the number of rows, by some hundreds a second.
    assertThat(draw(Workload.GET_ABSENT)).allMatch(read -> read.row() >= 1L << 40);
  }

  @Test
  void uniformIsEvenAndZipfianIsNot() {
    assertThat(ofTheTenth(draw(Workload.GET_UNIFORM))).isBetween(900L, 1_100L);
    // Of 1,000 rows the first hundred have 5.3 of 7.7 parts by Zipf's law with 0.99.
    assertThat(ofTheTenth(draw(Workload.GET_ZIPFIAN))).isBetween(6_700L, 7_100L);
  }

  @Test
  void scansAreAsLongAsTheyAreSaidToBe() {
    assertThat(lengths(Workload.SCAN_SHORT)).contains(1, 100).allMatch(n -> n >= 1 && n <= 100);
    assertThat(lengths(Workload.SCAN_LONG)).allMatch(n -> n >= 1_000 && n <= 5_000);
    assertThat(lengths(Workload.SCAN_FULL)).containsOnly((int) ROWS);
  }

  private static List<Integer> lengths(Workload workload) {
    return draw(workload).stream().map(Read::rows).toList();
  }

  @Test
  void unknownNamesAreRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Workload.of("gets"))
        .hasMessage(
            "unknown workload 'gets': choose from get-uniform, get-zipfian, get-absent, scan-short,"
                + " scan-long, scan-full");
    assertThatThrownBy(() -> State.of("rest"))
        .hasMessage("unknown state 'rest': choose from loaded, overwritten, loading");
  }
}
