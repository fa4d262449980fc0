/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeySample;
import io.tierline.rlsm.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceTest {
  private static final int CELL_BYTES = 10;

  private final List<FileMeta> files = new ArrayList<>();

  private static byte[] row(int value) {
    return new byte[] {(byte) (value >> 16), (byte) (value >> 8), (byte) value};
  }

  /** A file with one cell in each row. */
  private FileMeta.Builder file(Iterable<Integer> rows, KeySample.Kind kind) {
    KeySample.Collector keys = new KeySample.Collector();
    int cells = 0;
    int first = Integer.MAX_VALUE;
    int last = 0;
    for (int row : rows) {
      keys.row(new SplittableRandom(row).nextLong());
      keys.cell(kind == KeySample.Kind.DELETE_ROW ? 0 : 7 << 20, kind);
      first = Math.min(first, row);
      last = Math.max(last, row);
      cells++;
    }
    return FileMeta.builder("f" + files.size())
        .sequenceId(files.size())
        .size(cells * CELL_BYTES, cells, 0)
        .keys(keys.sample())
        .rows(row(first), row(last));
  }

  private static List<Integer> rows(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private Space space(int versions, boolean keepsDeleted) {
    PlannerSettings settings =
        new PlannerSettings(1_000, 1, 4, 8, 3, 8, 2, 0.3, 0.5, 0, versions, keepsDeleted);
    return new Space(Layout.of(files), settings);
  }

  private void puts(int from, int to) {
    files.add(file(rows(from, to), KeySample.Kind.PUT).run().build());
  }

  @Test
  void cellIsSupersededByAsManyNewerOnesAsAreKept() {
    puts(0, 100);
    puts(50, 150);
    assertThat(space(1, false).in(0)).isEqualTo(new Space.Bytes(500, 500));
    assertThat(space(2, false).in(0)).isEqualTo(Space.Bytes.NONE);
    puts(50, 150);
    assertThat(space(2, false).in(0)).isEqualTo(new Space.Bytes(500, 500));
    assertThat(space(1, false).in(0)).isEqualTo(new Space.Bytes(1_500, 1_500));
  }

  @Test
  void markersSupersedeWhatTheyDelete() {
    puts(0, 100);
    puts(0, 100);
    files.add(file(rows(0, 100), KeySample.Kind.DELETE_ROW).run().build());
    assertThat(space(5, false).in(0).likely()).isEqualTo(2_000);
    assertThat(space(5, true).in(0)).isEqualTo(Space.Bytes.NONE);
    files.set(2, file(rows(0, 100), KeySample.Kind.DELETE_COLUMN).run().build());
    assertThat(space(5, false).in(0).likely()).isEqualTo(2_000);
    files.set(2, file(rows(0, 100), KeySample.Kind.OTHER).run().build());
    assertThat(space(5, false).in(0).likely()).isZero();
    puts(0, 10);
    assertThat(space(1, false).all().likely())
        .as("markers that nothing needs any more count too")
        .isEqualTo(1_000 + 100 + 100);
  }

  /** As with deleted cells that a family keeps, or versions that a coprocessor does. */
  @Test
  void whatAFoldHasKeptIsNotWorthAnother() {
    List<Integer> versions = new ArrayList<>();
    rows(0, 25).forEach(row -> versions.addAll(List.of(row, row, row, row)));
    files.add(file(versions, KeySample.Kind.PUT).base().build());
    puts(0, 10);
    assertThat(space(1, false).in(0).likely()).as("one version of each row").isEqualTo(100);
    files.set(0, file(versions, KeySample.Kind.PUT).run().build());
    assertThat(space(1, false).in(0).likely()).as("not by a fold").isEqualTo(850);
  }

  /** The other half has gone to the other daughter region. */
  @Test
  void halfFileWithoutRowsHasTheSampleOfTheWhole() {
    List<Integer> versions = List.of(1, 1, 1, 2, 2, 2);
    KeySample keys = file(versions, KeySample.Kind.PUT).build().keys();
    files.add(FileMeta.builder("half").size(60, 6, 0).keys(keys).base().reference(true).build());
    assertThat(space(1, false).all().likely()).isEqualTo(40);
  }

  @Test
  void whatOnlyLevel0SupersedesIsItsOwn() {
    files.add(file(rows(0, 100), KeySample.Kind.PUT).base().build());
    files.add(file(rows(100, 200), KeySample.Kind.PUT).base().build());
    files.add(file(rows(50, 150), KeySample.Kind.PUT).build());
    files.add(file(rows(50, 150), KeySample.Kind.PUT).build());
    Space space = space(1, false);
    assertThat(Layout.of(files).level0()).hasSize(2);
    assertThat(space.in(0)).isEqualTo(Space.Bytes.NONE);
    assertThat(space.in(1)).isEqualTo(Space.Bytes.NONE);
    assertThat(space.byLevel0()).isEqualTo(new Space.Bytes(2_000, 2_000));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.9})
  void estimateIsNearTheTruthInALargeStore(double updates) {
    Random random = new Random(5);
    List<Integer> written = new ArrayList<>();
    int all = 0;
    for (int i = 0; i < 20; i++) {
      TreeSet<Integer> rows = new TreeSet<>();
      for (int j = 0; j < 5_000; j++) {
        boolean again = !written.isEmpty() && random.nextDouble() < updates;
        int row = again ? written.get(random.nextInt(written.size())) : written.size();
        if (!again) {
          written.add(row);
        }
        rows.add(row);
      }
      all += rows.size();
      files.add(file(rows, KeySample.Kind.PUT).run().build());
    }
    double superseded = (all - written.size()) * (double) CELL_BYTES;
    assertThat(space(1, false).all().likely())
        .isCloseTo(superseded, within(0.06 * all * CELL_BYTES));
  }

  /** Of a file without a sample the most is taken that it can have superseded. */
  @Test
  void whatIsNotKnownMayBeMuch() {
    puts(0, 100);
    puts(100, 200);
    puts(0, 200);
    files.set(2, file(rows(0, 200), KeySample.Kind.PUT).run().keys(KeySample.UNKNOWN).build());
    assertThat(space(1, false).in(0)).isEqualTo(new Space.Bytes(0, 2_000));
    assertThat(new Space.Bytes(0, 2_000).areTooMany(4_000, 0.5, 1)).isTrue();
    assertThat(new Space.Bytes(0, 1_000).areTooMany(4_000, 0.5, 1)).isFalse();
    assertThat(new Space.Bytes(1_500, 1_500).areTooMany(4_000, 0.5, 1)).isTrue();
    assertThat(new Space.Bytes(1_500, 1_500).areTooMany(4_000, 0.5, 10_000)).isFalse();
  }
}
