/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitWaitTest {
  private static final long MINUTE = 60_000;

  private final SplitWait wait = new SplitWait();
  private final List<FileMeta> files = new ArrayList<>();

  /** Partitions and files of Level 0, of a thousand bytes each. */
  private Layout layout(int partitions, int level0) {
    files.clear();
    for (int i = 0; i < partitions + level0; i++) {
      FileMeta.Builder file = FileMeta.builder("f" + i).sequenceId(i + 1).size(1_000, 10, 0);
      files.add(
          i < partitions
              ? file.rows(new byte[] {(byte) i}, new byte[] {(byte) i}).base().build()
              : file.rows(new byte[] {0}, new byte[] {(byte) partitions}).build());
    }
    return Layout.of(files);
  }

  @Test
  void onlyManyFilesInLevel0AreWaitedFor() {
    assertThat(wait.isOn(layout(12, 5), true, 0)).isTrue();
    assertThat(wait.isOn(layout(11, 5), true, 0)).isFalse();
    assertThat(wait.isOn(layout(16, 4), true, 0)).isFalse();
    assertThat(wait.isOn(layout(12, 5), false, 0)).isFalse();
  }

  @Test
  void itEndsAfterTenMinutesAndWhenTheStoreHasGrownByAQuarter() {
    assertThat(wait.isOn(layout(20, 20), true, 0)).isTrue();
    assertThat(wait.isOn(layout(20, 30), true, 10 * MINUTE - 1)).isTrue();
    assertThat(wait.isOn(layout(20, 31), true, 10 * MINUTE - 1)).isFalse();
    assertThat(wait.isOn(layout(20, 30), true, 10 * MINUTE)).isFalse();
  }

  /** What the region was then says nothing of it now. */
  @Test
  void itBeginsAnewWhereHBaseHasNotAskedForAnHour() {
    assertThat(wait.isOn(layout(20, 20), true, 0)).isTrue();
    assertThat(wait.isOn(layout(20, 31), true, 60 * MINUTE)).isFalse();
    assertThat(wait.isOn(layout(20, 31), true, 120 * MINUTE + 1)).isTrue();
    assertThat(wait.isOn(layout(20, 31), true, 130 * MINUTE + 1)).isFalse();
  }

  @Test
  void itBeginsAnewWhenLevel0HasBeenMerged() {
    assertThat(wait.isOn(layout(20, 20), true, 0)).isTrue();
    assertThat(wait.isOn(layout(40, 0), true, MINUTE)).isFalse();
    assertThat(wait.isOn(layout(40, 20), true, 10 * MINUTE)).isTrue();
  }
}
