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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
        .rows(row(first), row(last))
        .samples(IntStream.rangeClosed(first, last).mapToObj(LayoutTest::row).toList());
  }

  private static FileMeta flush(String name, long sequenceId, int first, int last) {
    return file(name, sequenceId, first, last).build();
  }

  private static FileMeta run(String name, long sequenceId, int first, int last) {
    return file(name, sequenceId, first, last).run().build();
  }

  /** Sixteen bases of sixteen rows each. */
  private static List<FileMeta> bases() {
    List<FileMeta> bases = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      bases.add(file("b" + i, 1, 16 * i, 16 * i + 15).base().build());
    }
    return bases;
  }

  private static Layout with(List<FileMeta> files, FileMeta... more) {
    List<FileMeta> all = new ArrayList<>(files);
    all.addAll(List.of(more));
    Collections.shuffle(all, new Random(all.size()));
    return Layout.of(all);
  }

  private static List<FileMeta> at(Layout layout, int row) {
    return layout.partitionOf(row(row)).map(Partition::files).orElse(List.of());
  }

  @Test
  void storeWithoutFilesHasNoPartition() {
    Layout layout = Layout.of(List.of());
    assertThat(layout.partitions()).isEmpty();
    assertThat(layout.partitionOf(row(3))).isEmpty();
    assertThat(layout.filesIn(KeyRange.ALL)).isEmpty();
    assertThat(layout.maxDepth()).isZero();
    assertThat(layout.bytes()).isZero();
  }

  @Test
  void fileThatOverlapsNothingStandsForItself() {
    FileMeta older = flush("a", 1, 10, 20);
    FileMeta newer = flush("b", 2, 20, 30);
    FileMeta apart = flush("c", 3, 40, 50);
    Layout layout = Layout.of(List.of(apart, newer, older));
    assertThat(at(layout, 15)).as("a tenth is overlapped").containsExactly(older, newer);
    assertThat(at(layout, 45)).containsExactly(apart);
    assertThat(at(layout, 5)).isEmpty();
    assertThat(layout.level0()).isEmpty();
  }

  @Test
  void wideFlushStaysInLevel0AndNarrowOneIsLinked() {
    FileMeta narrow = flush("narrow", 5, 30, 31);
    FileMeta wide = flush("wide", 6, 0, 200);
    Layout layout = with(bases(), wide, narrow);
    assertThat(layout.level0()).containsExactly(wide);
    assertThat(layout.isInLevel0(wide)).isTrue();
    assertThat(layout.isInLevel0(narrow)).isFalse();
    assertThat(at(layout, 17)).extracting(FileMeta::name).containsExactly("b1", "narrow");
    assertThat(layout.maxDepth()).isEqualTo(2);
  }

  @Test
  void flushOfTwoPartitionsStaysInLevel0() {
    FileMeta border = flush("border", 5, 31, 32);
    assertThat(with(bases(), border).level0()).containsExactly(border);
  }

  /** Everything in Level 0 is newer than what it overlaps in Level 1. */
  @Test
  void nothingIsLinkedPastAnOlderFileOfLevel0() {
    FileMeta wide = flush("wide", 5, 0, 20);
    FileMeta inside = flush("inside", 6, 30, 31);
    FileMeta elsewhere = flush("elsewhere", 7, 40, 41);
    Layout layout = with(bases(), wide, inside, elsewhere);
    assertThat(layout.level0()).containsExactly(wide, inside);
    assertThat(at(layout, 40)).contains(elsewhere);
  }

  @Test
  void filesOfOneAgeThatOverlapStayTogether() {
    FileMeta one = flush("one", 5, 30, 31);
    FileMeta other = flush("other", 5, 31, 31);
    FileMeta apart = flush("third", 5, 40, 41);
    Layout layout = with(bases(), one, other, apart);
    assertThat(layout.level0()).containsExactly(one, other);
    assertThat(at(layout, 40)).contains(apart);
  }

  /** As when borders have changed while a run was written. */
  @Test
  void runOverTwoPartitionsMakesThemOne() {
    FileMeta wide = run("run", 5, 20, 40);
    Layout layout = with(bases(), wide);
    assertThat(layout.level0()).isEmpty();
    assertThat(layout.partitions()).hasSize(15);
    assertThat(at(layout, 16)).extracting(FileMeta::name).containsExactly("b1", "b2", "run");
    assertThat(layout.partitionOf(row(16)).orElseThrow().depth()).isEqualTo(2);
    assertThat(layout.partitionOf(row(16)).orElseThrow().range())
        .isEqualTo(KeyRange.closed(row(16), row(47)));
  }

  @Test
  void readIsGivenTheFilesWhoseRowsItTouches() {
    FileMeta run = run("run", 5, 20, 30);
    FileMeta wide = flush("wide", 6, 0, 200);
    FileMeta empty = FileMeta.builder("empty").sequenceId(7).build();
    Layout layout = with(bases(), run, wide, empty);
    assertThat(layout.filesIn(KeyRange.closed(row(25), row(25))))
        .extracting(FileMeta::name)
        .containsExactlyInAnyOrder("b1", "run", "wide");
    assertThat(layout.filesIn(KeyRange.closed(row(17), row(18))))
        .extracting(FileMeta::name)
        .containsExactlyInAnyOrder("b1", "wide");
    assertThat(layout.filesIn(KeyRange.of(row(220), new byte[0])))
        .extracting(FileMeta::name)
        .containsExactlyInAnyOrder("b13", "b14", "b15");
    assertThat(layout.filesIn(KeyRange.ALL)).hasSize(18);
  }

  @Test
  void filesAreLinkedOnlyUpToALimit() {
    List<FileMeta> files = bases();
    IntStream.range(0, 5).forEach(i -> files.add(flush("f" + i, 10 + i, 33, 33)));
    Layout layout = Layout.of(files, new Layout.Limits(3, 1_000));
    assertThat(layout.maxDepth()).isEqualTo(3);
    assertThat(layout.level0()).extracting(FileMeta::name).containsExactly("f2", "f3", "f4");
  }

  /** Rows that arrive nearly in order: each flush overlaps the last a little. */
  @Test
  void partitionGrowsAtItsEdgeUpToALimit() {
    List<FileMeta> files = new ArrayList<>();
    IntStream.range(0, 6).forEach(i -> files.add(flush("f" + i, i, 20 * i, 20 * i + 20)));
    assertThat(Layout.of(files).partitions()).hasSize(1);
    assertThat(Layout.of(files).maxDepth()).isEqualTo(2);
    Layout limited = Layout.of(files, new Layout.Limits(3, 300));
    assertThat(limited.level0()).extracting(FileMeta::name).containsExactly("f3", "f4", "f5");
  }

  @Test
  void bytesOfAPartitionAreThoseOfItsFiles() {
    List<FileMeta> files = List.of(flush("a", 1, 0, 200), run("r", 2, 0, 9), run("s", 3, 5, 99));
    Partition partition = Layout.of(files).partitions().get(0);
    assertThat(partition.bytes()).isEqualTo(300);
    assertThat(partition.baseBytes()).isEqualTo(100);
    assertThat(partition.depth()).isEqualTo(3);
    assertThat(partition).hasToString("[\\x00, \\xC8\\x00) of 3 files");
  }
}
