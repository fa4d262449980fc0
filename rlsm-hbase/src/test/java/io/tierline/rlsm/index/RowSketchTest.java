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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSketchTest {
  private static final int ABSENT = 200_000;

  @ParameterizedTest
  // Just before and just after the size doubles: the densest and the sparsest.
  @ValueSource(ints = {50, 51, 52, 2_000, 3_276, 3_277, 104_857, 104_858, 838_860})
  void passesLessThanTwoPercentOfOtherRows(int rows) {
    RowSketch sketch = Sketches.of(0, rows);
    int passed = 0;
    for (int i = 0; i < ABSENT; i++) {
      passed += sketch.mayContain(Sketches.row(1, i)) ? 1 : 0;
    }
    assertThat((double) passed / ABSENT).isLessThan(0.02);
  }

  @Test
  void countsRowsThatFollowEachOtherOnce() {
    RowSketch.Builder builder = RowSketch.builder();
    byte[] buffer = "aaabbb".getBytes(StandardCharsets.UTF_8);
    builder.add(buffer, 0, 3);
    builder.add(buffer, 1, 2);
    builder.add(buffer, 0, 2);
    builder.add(buffer, 3, 3);
    RowSketch sketch = builder.build();
    assertThat(sketch.rows()).isEqualTo(3);
    assertThat(sketch.mayContain("aa".getBytes(StandardCharsets.UTF_8))).isTrue();
    assertThat(sketch.mayContain("aaab".getBytes(StandardCharsets.UTF_8))).isFalse();
  }

  @Test
  void ofNoRowsContainsNone() {
    RowSketch sketch = RowSketch.builder().build();
    assertThat(sketch.rows()).isZero();
    assertThat(sketch.mayContain(new byte[0])).isFalse();
    assertThat(sketch.sizeInBytes()).isLessThan(100);
  }

  @Test
  void refusesARowOutsideItsArray() {
    RowSketch.Builder builder = RowSketch.builder();
    assertThatThrownBy(() -> builder.add(new byte[3], 1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void isTheSameWhetherHashesWereKeptOrSpilled() throws IOException {
    int rows = RowSketch.Builder.HASHES_MAX + 3;
    RowSketch spilled = Sketches.of(0, rows);
    assertThat(spilled.rows()).isEqualTo(rows);
    assertThat(spilled.positions()).isEqualTo(1 << 25);
    for (int i = 0; i < rows; i += 997) {
      assertThat(spilled.mayContain(Sketches.row(0, i))).isTrue();
    }
    assertThat(spilled.mayContain(Sketches.row(0, rows - 1))).isTrue();
    RowSketch kept = Sketches.of(0, rows - 3);
    assertThat(kept.bits(1 << 10)).isEqualTo(spilled.bits(1 << 10));
    assertThat(RowSketch.parse(spilled.toBytes()).toBytes()).isEqualTo(spilled.toBytes());
  }

  @Test
  void saysWhatIsWrongWithBadInput() {
    byte[] good = Sketches.of(0, 100).toBytes();
    assertRefused(null, "cut short");
    assertRefused(new byte[0], "cut short");
    assertRefused(Arrays.copyOf(good, good.length - 1), "bytes where its header says");
    assertRefused(Arrays.copyOf(good, good.length + 1), "bytes where its header says");
    assertRefused(with(good, 0, 7), "not a row sketch");
    assertRefused(with(good, 3, 9), "unknown version 9");
    assertRefused(with(good, 4, 0x80), "negative number of rows");
    assertRefused(with(good, 8, 0x7F), "impossible size");
    assertRefused(with(good, 40, good[40] ^ 1), "damaged");
  }

  @Test
  void refusesAnEnormousSizeBeforeTakingMemory() {
    byte[] claim = new byte[64];
    ByteBuffer.wrap(claim).putInt(0x52534B01).putInt(1).putInt(1 << 30);
    assertRefused(sealed(claim), "impossible size");
    ByteBuffer.wrap(claim).putInt(8, RowSketch.POSITIONS_MAX);
    assertRefused(sealed(claim), "bytes where its header says");
  }

  private static byte[] sealed(byte[] data) {
    CRC32C crc = new CRC32C();
    crc.update(data, 0, data.length - 4);
    ByteBuffer.wrap(data).putInt(data.length - 4, (int) crc.getValue());
    return data;
  }

  private static byte[] with(byte[] data, int at, int value) {
    byte[] changed = data.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private static void assertRefused(byte[] data, String reason) {
    assertThatThrownBy(() -> RowSketch.parse(data))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }
}
