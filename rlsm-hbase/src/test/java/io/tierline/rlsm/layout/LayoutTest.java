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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayoutTest {
  private static byte[] row(int value) {
    return new byte[] {(byte) value};
  }

  private static FileMeta.Builder file(String name, long sequenceId, int first, int last) {
    return FileMeta.builder(name)
        .sequenceId(sequenceId)
        .size(100, 10, 0)
        .rows(row(first), row(last));
  }

  private static FileMeta flush(String name, long sequenceId, int first, int last) {
    return file(name, sequenceId, first, last).build();
  }

  private static FileMeta run(String name, long sequenceId, int first, int last) {
    return file(name, sequenceId, first, last).run().build();
  }

  private static FileMeta base(String name, int from, int to, String... absorbed) {
    byte[] end = to < 256 ? row(to) : new byte[0];
    byte[] start = from > 0 ? row(from) : new byte[0];
    return file(name, 1, from, to - 1).base(KeyRange.of(start, end), Set.of(absorbed)).build();
  }

  /** Sixteen bases for sixteen rows each. */
  private static List<FileMeta> bases(String... absorbed) {
    List<FileMeta> bases = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      bases.add(base("b" + i, 16 * i, 16 * i + 16, absorbed));
    }
    return bases;
  }

  private static Layout with(List<FileMeta> files, FileMeta... more) {
    List<FileMeta> all = new ArrayList<>(files);
    all.addAll(List.of(more));
    Collections.shuffle(all, new Random(all.size()));
    return Layout.of(all);
  }

  @Test
  void storeWithoutFilesIsOneEmptyPartition() {
    Layout layout = Layout.of(List.of());
    assertThat(layout.partitions()).hasSize(1);
    assertThat(layout.partitionOf(row(3)).range()).isEqualTo(KeyRange.ALL);
    assertThat(layout.partitionOf(row(3)).sources()).isZero();
    assertThat(layout.maxSlices()).isZero();
    assertThat(layout.bytes()).isZero();
    assertThat(layout.liveBytes()).isZero();
  }

  @Test
  void firstFileOfARangeStandsForABase() {
    FileMeta older = flush("a", 1, 10, 20);
    FileMeta newer = flush("b", 2, 20, 30);
    FileMeta apart = flush("c", 3, 21, 30);
    Layout layout = Layout.of(List.of(apart, newer, older));
    assertThat(layout.partitionOf(row(15)).bases()).containsExactly(older);
    assertThat(layout.partitionOf(row(25)).bases()).containsExactly(apart);
    assertThat(layout.partitionOf(row(5)).sources()).isZero();
    assertThat(layout.level0()).containsExactly(newer);
    assertThat(layout.isInLevel0(newer)).isTrue();
    assertThat(layout.isInLevel0(older)).isFalse();
  }

  @Test
  void wideFlushStaysInLevel0AndNarrowOneIsLinked() {
    FileMeta wide = flush("wide", 5, 0, 200);
    FileMeta narrow = flush("narrow", 6, 30, 40);
    Layout layout = with(bases(), wide, narrow);
    assertThat(layout.level0()).containsExactly(wide);
    assertThat(layout.partitionOf(row(31)).slices())
        .containsExactly(new Slice(narrow, KeyRange.of(row(30), row(32)), 50));
    assertThat(layout.partitionOf(row(40)).slices())
        .extracting(slice -> slice.range().start()[0])
        .containsExactly((byte) 32);
    assertThat(layout.partitionOf(row(50)).slices()).isEmpty();
  }

  @Test
  void runIsLinkedToEveryPartitionThatItOverlaps() {
    FileMeta wide = run("run", 5, 20, 255);
    Layout layout = with(bases(), wide);
    assertThat(layout.level0()).isEmpty();
    assertThat(layout.maxSlices()).isEqualTo(1);
    assertThat(layout.partitions().get(0).slices()).isEmpty();
    assertThat(layout.partitions().get(1).slices()).hasSize(1);
    assertThat(layout.partitions().get(15).slices())
        .extracting(Slice::range)
        .containsExactly(KeyRange.of(row(240), new byte[] {(byte) 255, 0}));
  }

  @Test
  void whatABaseHasAbsorbedIsNotLiveInItsRange() {
    FileMeta wide = run("run", 5, 20, 100);
    List<FileMeta> files = bases();
    files.set(2, base("b2", 32, 48, "run"));
    files.set(3, base("b3", 48, 64, "run", "gone"));
    Layout layout = with(files, wide);
    assertThat(layout.live(wide))
        .containsExactly(
            KeyRange.of(row(20), row(32)), KeyRange.of(row(64), KeyRange.after(row(100))));
    assertThat(layout.liveBytes(wide)).isEqualTo(100);
    assertThat(layout.partitionOf(row(40)).slices()).isEmpty();
    List<Integer> visited = new ArrayList<>();
    layout.forEachLive(wide, visited::add);
    assertThat(visited).containsExactly(1, 4, 5, 6);
  }

  @Test
  void wholeFileAbsorbedIsNowhere() {
    FileMeta dead = flush("dead", 5, 20, 100);
    Layout layout = with(bases("dead"), dead);
    assertThat(layout.live(dead)).isEmpty();
    assertThat(layout.level0()).isEmpty();
    assertThat(layout.maxSlices()).isZero();
    assertThat(layout.bytes() - layout.liveBytes()).isEqualTo(100);
  }

  @Test
  void flushThatAFoldHasTakenAPartOfStaysInLevel0() {
    FileMeta wide = flush("wide", 5, 0, 255);
    List<FileMeta> files = bases();
    files.set(2, base("b2", 32, 48, "wide"));
    assertThat(with(files, wide).level0()).containsExactly(wide);
    assertThat(with(files, wide).maxSlices()).isZero();
  }

  @Test
  void flushOfWhichLittleIsLeftIsLinked() {
    FileMeta wide = flush("wide", 5, 0, 255);
    List<FileMeta> files = bases("wide");
    files.set(7, base("b7", 112, 128));
    Layout layout = with(files, wide);
    assertThat(layout.level0()).isEmpty();
    assertThat(layout.partitionOf(row(120)).slices()).hasSize(1);
  }

  @Test
  void narrowFlushesAreLinkedOnlyUpToALimit() {
    List<FileMeta> files = bases();
    files.add(run("run", 1, 30, 40));
    IntStream.range(0, 5).forEach(i -> files.add(flush("f" + i, 10 + i, 33, 36)));
    Layout layout = Layout.of(files, 3);
    assertThat(layout.maxSlices()).isEqualTo(3);
    assertThat(layout.level0()).extracting(FileMeta::name).containsExactly("f2", "f3", "f4");
  }

  @Test
  void filesOfOneAgeAreInTheOrderOfTheirNames() {
    List<FileMeta> files = List.of(flush("c", 1, 0, 9), flush("a", 1, 0, 9), flush("b", 1, 0, 9));
    Layout layout = Layout.of(files);
    assertThat(layout.files()).extracting(FileMeta::name).containsExactly("a", "b", "c");
    assertThat(layout.level0()).extracting(FileMeta::name).containsExactly("b", "c");
  }

  /** Two bases for the same rows: what a crash between the outputs and the inputs leaves. */
  @Test
  void basesMayOverlap() {
    Layout layout = Layout.of(List.of(base("a", 0, 256), base("b", 16, 32), base("c", 0, 64)));
    assertThat(layout.partitions()).hasSize(4);
    assertThat(layout.partitionOf(row(20)).bases()).hasSize(3);
    assertThat(layout.partitionOf(row(40)).bases()).hasSize(2);
    assertThat(layout.partitionOf(row(99)).bases()).hasSize(1);
  }

  @Test
  void slicesOfOneFileCountOnce() {
    FileMeta wide = run("run", 5, 0, 100);
    FileMeta next = run("next", 6, 0, 100);
    KeyRange whole = KeyRange.of(row(0), row(100));
    Partition partition =
        new Partition(
            KeyRange.ALL,
            List.of(),
            List.of(
                new Slice(wide, KeyRange.of(row(0), row(9)), 10),
                new Slice(wide, KeyRange.of(row(20), row(29)), 10),
                new Slice(next, whole, 100)));
    assertThat(partition.sliceFiles()).isEqualTo(2);
    assertThat(partition.sliceBytes()).isEqualTo(120);
    assertThat(partition.bytes()).isEqualTo(120);
  }

  @Test
  void strangerIsRefused() {
    Layout layout = Layout.of(bases());
    FileMeta stranger = flush("stranger", 1, 0, 9);
    assertThatThrownBy(() -> layout.live(stranger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no such file in the store: stranger");
    assertThatThrownBy(() -> layout.liveBytes(stranger))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
