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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsAreFoundByNameWhereverTheyStand() throws NativeException {
    Row row =
        Table.parse("p", List.of("header\tnew\tseconds\tcontender", "figure\tx\t1.5\tnoop")).get(0);
    assertThat(row.contender()).isEqualTo("noop");
    assertThat(row.number("seconds")).isEqualTo(1.5);
    assertThat(row.columns()).containsExactly("new", "seconds", "contender");
  }

  @Test
  void headerMayNameEveryField() throws NativeException {
    List<Row> rows =
        Table.parse("p", List.of("contender\tstreams", "noop\t256", "", "bid-hdd\t10000"));
    assertThat(rows).extracting(Row::contender).containsExactly("noop", "bid-hdd");
    assertThat(rows.get(1).value("streams")).isEqualTo(10_000L);
  }

  @Test
  void dashMeansNoValue() throws NativeException {
    Row row = Table.parse("p", List.of("header\ta\tb", "figure\t-\t")).get(0);
    assertThat(row.has("a")).isFalse();
    assertThat(row.value("a")).isNull();
    assertThat(row.number("a")).isNaN();
    assertThat(row.number("no such column")).isNaN();
  }

  @Test
  void valueKeepsWholeNumbersWhole() throws NativeException {
    Row row =
        Table.parse("p", List.of("a\tb\tc\td", "9007199254740993\t2.50\tsata-250g\t1e400")).get(0);
    assertThat(row.value("a")).isEqualTo(9_007_199_254_740_993L);
    assertThat(row.value("b")).isEqualTo(2.5);
    assertThat(row.value("c")).isEqualTo("sata-250g");
    assertThat(row.value("d")).isEqualTo("1e400");
  }

  @Test
  void lineThatEndsEarlyIsRefused() {
    assertThatThrownBy(() -> Table.parse("bid-sim", List.of("header\ta\tb", "figure\t1")))
        .isInstanceOf(NativeException.class)
        .hasMessageContaining("bid-sim printed a line of 2 fields below a header of 3");
  }

  @Test
  void nothingIsRefused() {
    assertThatThrownBy(() -> Table.parse("bid-sim", List.of("", " ")))
        .hasMessage("bid-sim printed nothing");
  }

  @Test
  void headerAloneIsAnEmptyTable() throws NativeException {
    assertThat(Table.parse("p", List.of("header\ta"))).isEmpty();
  }
}
