/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeySampleTest {

  private static KeySample of(int firstRow, int rows, int columns) {
    KeySample.Collector collector = new KeySample.Collector();
    for (int row = firstRow; row < firstRow + rows; row++) {
      if (collector.row(new SplittableRandom(row).nextLong())) {
        for (int column = 0; column < columns; column++) {
          collector.cell(new SplittableRandom(column).nextInt(), KeySample.Kind.PUT);
        }
      }
    }
    return collector.sample();
  }

  @Test
  void fewCellsAreAllThere() {
    KeySample sample = of(0, 10, 3);
    assertThat(KeySample.share(sample.limit())).isEqualTo(1);
    assertThat(sample.cells()).hasSize(30).isSorted();
    assertThat(KeySample.kind(sample.cell(0))).isEqualTo(KeySample.Kind.PUT);
    assertThat(of(0, 0, 0).cells()).isEmpty();
    assertThat(KeySample.share(KeySample.UNKNOWN.limit())).isZero();
  }

  @Test
  void sampleTellsHowManyCellsThereAre() {
    for (int columns = 1; columns < 4; columns++) {
      KeySample sample = of(0, 10_000, columns);
      assertThat(sample.cells().length).isBetween(KeySample.CELLS_MAX / 2, KeySample.CELLS_MAX);
      double cells = sample.cells().length / KeySample.share(sample.limit());
      assertThat(cells).isCloseTo(10_000.0 * columns, within(4_000.0 * columns));
    }
  }

  /** What two files have in common is in both samples, or in neither below the lesser limit. */
  @Test
  void samplesOfTheSameRowsAgree() {
    KeySample large = of(0, 10_000, 1);
    KeySample small = of(2_000, 1_000, 1);
    long limit = Math.min(large.limit(), small.limit());
    long common = 0;
    for (int i = 0; i < small.below(limit); i++) {
      long cell = small.cell(i);
      common += Arrays.stream(large.cells()).filter(each -> each == cell).count();
    }
    assertThat(common).isEqualTo(small.below(limit)).isPositive();
    assertThat(small.below(limit)).isLessThan(small.below(small.limit()));
  }

  /** Its cells do not fit: then nothing is said of rows with higher hashes. */
  @Test
  void rowThatIsTooWideIsLeftOut() {
    KeySample sample = of(7, 1, 5_000);
    assertThat(sample.cells()).isEmpty();
    assertThat(KeySample.share(sample.limit())).isLessThan(1);
  }

  @Test
  void onlyASampleIsTakenForOne() {
    KeySample sample = of(0, 1_000, 1);
    assertThat(KeySample.of(sample.cells(), sample.limit()))
        .isEqualTo(sample)
        .hasSameHashCodeAs(sample);
    assertThat(sample).isNotEqualTo(of(0, 900, 1)).isNotEqualTo("sample");
    assertThat(sample)
        .hasToString(sample.cells().length + " cells of rows below " + sample.limit());
    long[] cells = sample.cells();
    assertThatThrownBy(() -> KeySample.of(cells, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KeySample.of(cells, -1)).isInstanceOf(IllegalArgumentException.class);
    long[] wrong = {5, 4};
    assertThatThrownBy(() -> KeySample.of(wrong, sample.limit())).hasMessageContaining("2 cells");
    assertThatThrownBy(() -> KeySample.of(new long[] {-1}, sample.limit()))
        .hasMessageContaining("no sample");
    assertThatThrownBy(() -> KeySample.of(new long[KeySample.CELLS_MAX + 1], sample.limit()))
        .hasMessageContaining("no sample");
  }
}
