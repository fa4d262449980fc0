/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.KeyRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellFileTest {
  @Test
  void flushKeepsTheLastWriteOfAKey() {
    CellFile file = CellFile.flushed(new long[] {5, 1, 5, 3}, 10);
    assertThat(file.size()).isEqualTo(3);
    assertThat(file.sequenceOf(5)).isEqualTo(12);
    assertThat(file.sequenceOf(1)).isEqualTo(11);
    assertThat(file.sequenceOf(4)).isEqualTo(-1);
  }

  @Test
  void mergeKeepsTheNewestCellOfAKey() {
    CellFile merged =
        CellFile.merged(
            List.of(
                CellFile.flushed(new long[] {1, 2, 3}, 20),
                CellFile.flushed(new long[] {2, 3, 4}, 10),
                CellFile.flushed(new long[] {3}, 30)));
    assertThat(merged.size()).isEqualTo(4);
    assertThat(merged.sequenceOf(2)).isEqualTo(21);
    assertThat(merged.sequenceOf(3)).isEqualTo(30);
    assertThat(merged.sequenceOf(4)).isEqualTo(12);
    assertThat(CellFile.merged(List.of()).size()).isZero();
  }

  @Test
  void partIsFromAKeyToBelowAnother() {
    CellFile part = CellFile.flushed(new long[] {1, 3, 5, 7}, 0).part(3, 7);
    assertThat(part.size()).isEqualTo(2);
    assertThat(part.spans(4)).isTrue();
    assertThat(part.spans(7)).isFalse();
    assertThat(part.part(6, 7).spans(6)).isFalse();
  }

  @Test
  void rowsAreOrderedAsTheirKeys() {
    assertThat(Rows.atOrAfter(Rows.row(255))).isEqualTo(255);
    assertThat(Rows.atOrAfter(KeyRange.after(Rows.row(256)))).isEqualTo(257);
    assertThat(Rows.atOrAfter(new byte[0])).isZero();
  }
}
