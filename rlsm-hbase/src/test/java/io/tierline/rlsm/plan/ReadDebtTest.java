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

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadDebtTest {
  private static final long BLOCK = 64 << 10;

  private final List<FileMeta> files = new ArrayList<>();

  private void add(String name, long age, int first, int last, long bytes, FileMeta.Role role) {
    FileMeta.Builder file = FileMeta.builder(name).sequenceId(age).size(bytes, 10, 0);
    file.rows(row(first), row(last));
    switch (role) {
      case BASE -> file.base();
      case RUN -> file.run();
      case FLUSH -> {}
    }
    files.add(file.build());
  }

  private void remove(String name) {
    files.removeIf(file -> file.name().equals(name));
  }

  private static byte[] row(int number) {
    return new byte[] {(byte) number};
  }

  private Layout layout() {
    return Layout.of(files);
  }

  /** Two partitions of a base and two runs each, and two flushes across both. */
  private Layout start() {
    add("a", 1, 0, 49, 1_000, FileMeta.Role.BASE);
    add("b", 1, 50, 99, 1_000, FileMeta.Role.BASE);
    for (int i = 0; i < 2; i++) {
      add("ra" + i, 2 + i, 0, 49, 300, FileMeta.Role.RUN);
      add("rb" + i, 2 + i, 50, 99, 300, FileMeta.Role.RUN);
      add("f" + i, 4 + i, 0, 99, 100, FileMeta.Role.FLUSH);
    }
    return layout();
  }

  private static Partition partition(Layout layout, int row) {
    return layout.partitionOf(row(row)).orElseThrow();
  }

  @Test
  void aScanPaysABlockForEachFileButOneAndAGetAThousandthOfThat() {
    Layout layout = start();
    ReadDebt debt = new ReadDebt(layout);
    debt.scanned(row(10));
    assertThat(debt.of(partition(layout, 10))).isEqualTo(2 * BLOCK);
    assertThat(debt.of(partition(layout, 60))).isZero();
    assertThat(debt.ofLevel0()).isEqualTo(BLOCK);
    debt.gotten(row(60), 3, 2, true);
    assertThat(debt.of(partition(layout, 60))).isEqualTo(2 * BLOCK / 1024);
    assertThat(debt.all()).isEqualTo(3 * BLOCK + 3 * BLOCK / 1024);
  }

  @Test
  void aGetWithoutBloomFiltersPaysBlocksAsAScanDoes() {
    Layout layout = start();
    ReadDebt debt = new ReadDebt(layout);
    debt.gotten(row(60), 3, 2, false);
    assertThat(debt.of(partition(layout, 60))).isEqualTo(2 * BLOCK);
    assertThat(debt.ofLevel0()).isEqualTo(BLOCK);
  }

  @Test
  void oneFileCostsNothing() {
    add("a", 1, 0, 49, 1_000, FileMeta.Role.BASE);
    add("f", 4, 60, 99, 100, FileMeta.Role.FLUSH);
    ReadDebt debt = new ReadDebt(layout());
    debt.scanned(row(10));
    debt.scanned(row(70));
    debt.scanned(row(120));
    debt.gotten(row(10), 1, 0, true);
    assertThat(debt.all()).isZero();
  }

  @Test
  void whatWasFoldedIsPaidBackAndNotTwice() {
    ReadDebt debt = new ReadDebt(start());
    debt.scanned(row(10));
    debt.scanned(row(60));
    remove("ra0");
    remove("ra1");
    add("na", 3, 0, 49, 600, FileMeta.Role.BASE);
    remove("b");
    remove("rb0");
    remove("rb1");
    add("nb", 3, 50, 99, 1_600, FileMeta.Role.BASE);
    Layout next = layout();
    ReadDebt after = debt.with(next);
    assertThat(after.of(partition(next, 10))).as("newer files").isEqualTo(2 * BLOCK - 600);
    assertThat(after.of(partition(next, 60))).as("all files").isZero();
    assertThat(after.with(next).of(partition(next, 10))).as("once").isEqualTo(2 * BLOCK - 600);
  }

  @Test
  void whatWasPaidBeforeTheStoreWasWrittenToIsNotRecent() {
    Layout first = start();
    ReadDebt debt = new ReadDebt(first);
    debt.scanned(row(10));
    assertThat(debt.recent(partition(first, 10))).isEqualTo(2 * BLOCK);
    add("f2", 6, 0, 99, 100, FileMeta.Role.FLUSH);
    Layout flushed = layout();
    ReadDebt more = debt.with(flushed);
    assertThat(more.of(partition(flushed, 10))).isEqualTo(2 * BLOCK);
    assertThat(more.recent(partition(flushed, 10))).isZero();
    more.scanned(row(10));
    more.scanned(row(10));
    remove("ra0");
    remove("ra1");
    add("na", 3, 0, 49, 600, FileMeta.Role.BASE);
    Layout folded = layout();
    ReadDebt after = more.with(folded);
    assertThat(after.of(partition(folded, 10))).isEqualTo(6 * BLOCK - 600);
    assertThat(after.recent(partition(folded, 10))).isEqualTo(4 * BLOCK - 600);
    after.scanned(row(10));
    assertThat(after.recent(partition(folded, 10))).isEqualTo(5 * BLOCK - 600);
  }

  @Test
  void anIdleStoreIsToldOfRecentReadsAlone() {
    ReadDebt debt = new ReadDebt(start());
    debt.scanned(row(10));
    add("f2", 6, 0, 99, 100, FileMeta.Role.FLUSH);
    Layout flushed = layout();
    Partition there = partition(flushed, 10);
    ReadDebt more = debt.with(flushed);
    assertThat(Situation.of(Set.of(), false, false, more).readDebt().applyAsLong(there))
        .isEqualTo(2 * BLOCK);
    assertThat(Situation.of(Set.of(), true, false, more).readDebt().applyAsLong(there)).isZero();
  }

  @Test
  void level0IsPaidForUntilItIsMerged() {
    ReadDebt debt = new ReadDebt(start());
    debt.scanned(row(10));
    add("f2", 6, 0, 99, 100, FileMeta.Role.FLUSH);
    ReadDebt more = debt.with(layout());
    assertThat(more.ofLevel0()).as("one flush more").isEqualTo(BLOCK);
    remove("f0");
    remove("f1");
    add("r", 5, 0, 49, 100, FileMeta.Role.RUN);
    assertThat(more.with(layout()).ofLevel0()).as("merged").isZero();
  }
}
