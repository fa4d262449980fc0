/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionIndexTest {
  private static final long ENOUGH = 1L << 30;

  private static List<RowSketch> sketches(int files, int rows) {
    return IntStream.range(0, files).mapToObj(file -> Sketches.of(file, rows)).toList();
  }

  private static double wronglyNamed(PartitionIndex index) {
    long named = 0;
    int absent = 20_000;
    for (int i = 0; i < absent; i++) {
      named += Arrays.stream(index.candidates(Sketches.row(-1, i))).map(Long::bitCount).sum();
    }
    return (double) named / absent / index.files();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 32, 63, 64, 65, 128, 256, 300})
  void namesTheFileOfARowAndFewOthers(int files) {
    PartitionIndex index = PartitionIndex.of(sketches(files, 500), ENOUGH);
    assertThat(index.files()).isEqualTo(files);
    for (int file = 0; file < files; file++) {
      assertThat(Sketches.names(index.candidates(Sketches.row(file, 499)), file)).isTrue();
    }
    assertThat(wronglyNamed(index)).isLessThan(0.02);
  }

  @Test
  void answersAsTheSketchesDo() {
    List<RowSketch> sketches =
        IntStream.range(0, 70).mapToObj(file -> Sketches.of(file, file * file * file)).toList();
    PartitionIndex index = PartitionIndex.of(sketches, ENOUGH);
    for (int i = 0; i < 2_000; i++) {
      byte[] row = Sketches.row(i % 70, i);
      long[] candidates = index.candidates(row);
      for (int file = 0; file < 70; file++) {
        // A repeated sketch is the sketch: nothing is lost as long as none is folded.
        assertThat(Sketches.names(candidates, file)).isEqualTo(sketches.get(file).mayContain(row));
      }
    }
  }

  @Test
  void namesFilesWithoutASketchAlways() {
    List<RowSketch> sketches = new ArrayList<>(sketches(66, 100));
    sketches.set(3, null);
    sketches.set(65, null);
    long[] candidates = PartitionIndex.of(sketches, ENOUGH).candidates(Sketches.row(-1, 0));
    assertThat(Sketches.names(candidates, 3)).isTrue();
    assertThat(Sketches.names(candidates, 65)).isTrue();
    assertThat(Arrays.stream(candidates).map(Long::bitCount).sum()).isLessThan(10);
  }

  @Test
  void namesAllFilesWhenThereIsNoMemory() {
    for (long maxBytes : new long[] {Long.MIN_VALUE, 0, 511}) {
      PartitionIndex index = PartitionIndex.of(sketches(70, 100), maxBytes);
      assertThat(index.heapBytes()).isZero();
      assertThat(index.candidates(new byte[0])).containsExactly(-1L, 63L);
    }
  }

  @Test
  void foldsBeforeItGivesUpFiles() {
    List<RowSketch> sketches = sketches(32, 20_000);
    long full = PartitionIndex.of(sketches, ENOUGH).heapBytes();
    PartitionIndex folded = PartitionIndex.of(sketches, full - 1);
    assertThat(folded.heapBytes()).isEqualTo(full / 2);
    assertThat(wronglyNamed(folded)).isBetween(0.0, 0.25);
    PartitionIndex half = PartitionIndex.of(sketches, full / 2 - 1);
    assertThat(half.heapBytes()).isLessThan(full / 2).isPositive();
    assertThat(wronglyNamed(half)).isBetween(0.5, 0.65);
    for (int file = 0; file < 32; file++) {
      assertThat(Sketches.names(half.candidates(Sketches.row(file, 7)), file)).isTrue();
    }
  }

  @Test
  void givesUpTheLargestFilesFirst() {
    List<RowSketch> sketches = new ArrayList<>(sketches(8, 100_000));
    sketches.addAll(sketches(8, 50));
    PartitionIndex index = PartitionIndex.of(sketches, 600);
    assertThat(index.heapBytes()).isEqualTo(512);
    assertThat(index.candidates(Sketches.row(-1, 1))[0] & 0xFF).isEqualTo(0xFF);
    assertThat(index.candidates(Sketches.row(-1, 1))[0]).isLessThan(0xFFFF);
  }

  @Test
  void ofNoFilesNamesNone() {
    assertThat(new PartitionIndex(ENOUGH).candidates(new byte[] {1})).isEmpty();
    assertThat(new PartitionIndex(ENOUGH).files()).isZero();
  }

  @Test
  void clearsWhatTheCallersArrayHeld() {
    long[] into = {-1, -1, -1};
    PartitionIndex.of(sketches(65, 10), ENOUGH).candidates(Sketches.row(64, 1), into);
    assertThat(into[1]).isEqualTo(1);
    assertThat(into[2]).isZero();
    assertThat(Long.bitCount(into[0])).isLessThan(10);
  }

  @Test
  void refusesAnArrayThatIsTooShortAndARowOutsideItsArray() {
    PartitionIndex index = PartitionIndex.of(sketches(65, 10), ENOUGH);
    assertThatThrownBy(() -> index.candidates(new byte[1], new long[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("65 files need 2 words, not 1");
    assertThatThrownBy(() -> index.candidates(new byte[1], 1, 1, new long[2]))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void keepsTheTablesOfLargeFilesWhenASmallOneComes() {
    List<RowSketch> files = new ArrayList<>(sketches(3, 300_000));
    PartitionIndex before = PartitionIndex.of(files, ENOUGH);
    files.add(0, Sketches.of(9, 10));
    PartitionIndex after = before.with(files);
    assertThat(after.sharedBytes(before)).isEqualTo(before.heapBytes());
    assertThat(Sketches.names(after.candidates(Sketches.row(9, 9)), 0)).isTrue();
    for (int file = 0; file < 3; file++) {
      byte[] row = Sketches.row(file, 299_999);
      assertThat(Sketches.names(before.candidates(row), file)).isTrue();
      assertThat(Sketches.names(after.candidates(row), file + 1)).isTrue();
    }
    files.set(1, Sketches.of(0, 300_000));
    assertThat(after.with(files).sharedBytes(before)).isZero();
  }
}
