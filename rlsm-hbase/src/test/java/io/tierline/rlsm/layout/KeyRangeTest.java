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

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
  private static final byte[] OPEN = {};

  private static byte[] row(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static KeyRange range(String start, String end) {
    return KeyRange.of(row(start), row(end));
  }

  @Test
  void startBelongsToTheRangeAndEndDoesNot() {
    KeyRange range = range("b", "d");
    assertThat(range.contains(row("b"))).isTrue();
    assertThat(range.contains(row("cz"))).isTrue();
    assertThat(range.contains(row("d"))).isFalse();
    assertThat(range.contains(row("a"))).isFalse();
  }

  @Test
  void rowsAreOrderedAsUnsignedBytes() {
    KeyRange high = KeyRange.of(new byte[] {(byte) 0x80}, OPEN);
    assertThat(high.contains(new byte[] {0x7f})).isFalse();
    assertThat(high.contains(new byte[] {(byte) 0xff})).isTrue();
    assertThat(high.isBounded()).isFalse();
  }

  @Test
  void rangeWithoutRowsIsRefused() {
    assertThatThrownBy(() -> range("b", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no row lies between b and b");
    assertThatThrownBy(() -> range("c", "b")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothingLiesBetweenARowAndTheNext() {
    assertThat(KeyRange.after(row("a"))).isEqualTo(row("a\0"));
    KeyRange one = KeyRange.closed(row("a"), row("a"));
    assertThat(one.contains(row("a"))).isTrue();
    assertThat(one.contains(row("a\0"))).isFalse();
    assertThat(one.overlaps(KeyRange.closed(row("a\0"), row("a\0")))).isFalse();
  }

  @Test
  void lowestRowHasASuccessorToo() {
    KeyRange lowest = KeyRange.closed(OPEN, OPEN);
    assertThat(lowest).isEqualTo(KeyRange.of(OPEN, new byte[1]));
    assertThat(lowest.contains(OPEN)).isTrue();
    assertThat(lowest.contains(new byte[1])).isFalse();
  }

  @Test
  void touchingRangesDoNotOverlap() {
    assertThat(range("a", "b").overlaps(range("b", "c"))).isFalse();
    assertThat(range("a", "b").hull(range("b", "c"))).isEqualTo(range("a", "c"));
  }

  @Test
  void openEndIsAboveEveryRow() {
    assertThat(KeyRange.compareEnds(OPEN, OPEN)).isZero();
    assertThat(KeyRange.compareEnds(OPEN, row("z"))).isPositive();
    assertThat(KeyRange.compareEnds(row("z"), OPEN)).isNegative();
    assertThat(KeyRange.compareEnds(row("a"), row("z"))).isNegative();
  }

  @Test
  void equalRangesHaveEqualBorders() {
    assertThat(range("a", "b")).isEqualTo(range("a", "b")).hasSameHashCodeAs(range("a", "b"));
    assertThat(range("a", "b")).isNotEqualTo(range("a", "c")).isNotEqualTo(range("", "b"));
    assertThat(range("a", "b")).isNotEqualTo("[a, b)");
  }

  @Test
  void bytesThatNobodyCanReadAreShownAsHex() {
    assertThat(KeyRange.of(row("a\\ \u007f\u00ff"), OPEN)).hasToString("[a\\x5C\\x20\\x7F\\xFF, )");
    assertThat(range("a", "b")).hasToString("[a, b)");
  }
}
