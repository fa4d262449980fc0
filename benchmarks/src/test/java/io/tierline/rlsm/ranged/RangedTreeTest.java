/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The worked examples of the source, and what lies between them. */
class RangedTreeTest {
  private static final RangedSettings THREE_FILES = new RangedSettings(3, 100, 0.25);

  private long sequence;

  private FlushedFile file(long... keys) {
    return new FlushedFile(
        Arrays.stream(keys).mapToObj(key -> Entry.put(key, sequence++)).toList());
  }

  private RangedTree tree(int fileCells, double smallRange) {
    return new RangedTree(new RangedSettings(0, fileCells, smallRange));
  }

  private static List<String> ranges(RangedTree tree) {
    return tree.level1().stream().map(file -> file.range().toString()).toList();
  }

  private static List<List<Long>> keys(RangedTree tree) {
    return tree.level1().stream()
        .map(file -> file.entries().stream().map(Entry::key).sorted().toList())
        .toList();
  }

  @Test
  void sourcesCompactionExample() {
    RangedTree tree = new RangedTree(new RangedSettings(Integer.MAX_VALUE, 100, 0.25));
    FlushedFile half = file(8, 2, 5);
    FlushedFile threeQuarters = file(5, 1, 3);
    FlushedFile threeSevenths = file(13, 17, 10);
    FlushedFile wide = file(15, 11, 4, 7);
    assertThat(half.density()).isEqualTo(0.5);
    assertThat(threeQuarters.density()).isEqualTo(0.75);
    assertThat(threeSevenths.density()).isCloseTo(0.429, within(0.0005));

    List.of(threeSevenths, half, wide, threeQuarters, file(9, 23, 18)).forEach(tree::flush);
    assertThat(tree.level0()).hasSize(5);

    tree.compact(3);
    assertThat(ranges(tree)).containsExactly("[1-8]");
    tree.compact(2);
    assertThat(ranges(tree)).containsExactly("[1-8]", "[10-17]");
    tree.compact(1);
    assertThat(ranges(tree)).containsExactly("[1-8]", "[10-17]");
    assertThat(keys(tree))
        .containsExactly(List.of(1L, 2L, 3L, 4L, 5L, 7L, 8L), List.of(10L, 11L, 13L, 15L, 17L));
    tree.compact(0);
    assertThat(ranges(tree)).containsExactly("[1-8]", "[9-17]", "[18-23]");
    assertThat(keys(tree).get(1)).containsExactly(9L, 10L, 11L, 13L, 15L, 17L);
    assertThat(keys(tree).get(2)).containsExactly(18L, 23L);
    assertThat(tree.traffic()).isEqualTo(new Traffic(16, 6, 10, 0));
  }

  @Test
  void oneFileMoreThanLevel0MayHoldStartsACompaction() {
    RangedTree tree = new RangedTree(THREE_FILES);
    for (int i = 0; i < 3; i++) {
      tree.flush(file(10 * i, 10 * i + 9 - i));
    }
    assertThat(tree.level0()).hasSize(3);
    tree.flush(file(90, 99));
    assertThat(tree.level0()).hasSize(3);
    // The third flush was the densest.
    assertThat(ranges(tree)).containsExactly("[20-27]");
    tree.flush(file(100, 120));
    assertThat(ranges(tree)).containsExactly("[10-18]", "[20-27]");
  }

  @Test
  void sourcesSplitExample() {
    RangedTree tree = tree(9, 0);
    tree.flush(file(29, 4, 17, 1, 9, 5, 12, 3, 2, 21));
    assertThat(ranges(tree)).containsExactly("[1-5]", "[6-29]");
    assertThat(keys(tree))
        .containsExactly(List.of(1L, 2L, 3L, 4L, 5L), List.of(9L, 12L, 17L, 21L, 29L));
    assertThat(tree.traffic()).isEqualTo(new Traffic(10, 10, 0, 10));
  }

  @Test
  void sourcesMergeExample() {
    RangedTree tree = tree(100, 0.25);
    tree.flush(file(1, 5, 9, 20, 29));
    tree.flush(file(36, 37, 40, 42));
    tree.flush(file(33, 35));
    assertThat(ranges(tree)).containsExactly("[1-29]", "[33-42]");
    assertThat(keys(tree).get(1)).containsExactly(33L, 35L, 36L, 37L, 40L, 42L);
  }

  @Test
  void smallRangeIsNotMergedIntoWhatWouldBeSplitAgain() {
    RangedTree tree = tree(7, 0.25);
    tree.flush(file(1, 5, 9, 20, 29));
    tree.flush(file(36, 37, 40, 42));
    tree.flush(file(33, 35));
    assertThat(ranges(tree)).containsExactly("[1-29]", "[33-35]", "[36-42]");
  }

  @Test
  void unionSetGoesBeforeDensity() {
    RangedTree tree = new RangedTree(new RangedSettings(Integer.MAX_VALUE, 100, 0));
    tree.flush(file(1, 50));
    tree.compact(0);
    FlushedFile dense = file(60, 61, 62);
    FlushedFile inside = file(10, 40);
    List.of(dense, inside).forEach(tree::flush);
    tree.compact(1);
    assertThat(tree.level0()).containsExactly(dense);
    assertThat(ranges(tree)).containsExactly("[1-50]");
    assertThat(tree.traffic()).isEqualTo(new Traffic(7, 4, 0, 0));
    assertThat(tree.level1().iterator().next().segments()).isEqualTo(2);
  }

  @Test
  void firstVictimsThatDoNotOverlapKeepRangesOfTheirOwn() {
    RangedTree tree = new RangedTree(new RangedSettings(Integer.MAX_VALUE, 100, 0));
    List.of(file(30, 39), file(1, 9), file(5, 20)).forEach(tree::flush);
    tree.compact(0);
    assertThat(ranges(tree)).containsExactly("[1-20]", "[30-39]");
  }

  @Test
  void splitDropsWhatIsInvalidAndKeepsAFileThatIsHalfEmptyThenWhole() {
    RangedTree tree = tree(6, 0);
    tree.flush(file(1, 2, 3));
    tree.flush(file(1, 2, 3));
    assertThat(tree.level1().iterator().next().invalidCells()).isEqualTo(3);
    tree.flush(file(2));
    assertThat(ranges(tree)).containsExactly("[1-3]");
    assertThat(tree.level1().iterator().next().cells()).isEqualTo(3);
    assertThat(tree.get(2)).contains(Entry.put(2, 6));
    assertThat(tree.traffic().rewritten()).isEqualTo(3);
  }

  @Test
  void markerStaysWhileAnOlderFileOfLevel0MayHoldItsKey() {
    RangedTree tree = new RangedTree(new RangedSettings(Integer.MAX_VALUE, 4, 0));
    tree.flush(file(1, 2, 3, 4));
    tree.compact(0);
    FlushedFile older = file(3, 500);
    tree.flush(older);
    tree.flush(new FlushedFile(List.of(Entry.delete(3, 900), Entry.put(2, 901))));
    tree.compact(1);
    assertThat(tree.level0()).containsExactly(older);
    assertThat(tree.traffic().rewritten()).isEqualTo(4);
    assertThat(tree.get(3)).isEmpty();
    tree.compact(0);
    assertThat(tree.get(3)).isEmpty();
    assertThat(tree.scan(new KeyRange(0, 1000)).stream().map(Entry::key))
        .containsExactly(1L, 2L, 4L, 500L);
  }

  @Test
  void markerGoesWithTheNextRewriteOnceItHidesNothing() {
    RangedTree tree = tree(4, 0);
    tree.flush(file(1, 2, 3, 4));
    tree.flush(new FlushedFile(List.of(Entry.delete(3, 900))));
    assertThat(tree.level1().stream().mapToInt(RangedFile::cells).sum()).isEqualTo(3);
  }

  @Test
  void keysInOrderAreNeverAppendedToAnExistingFile() {
    RangedTree tree = tree(100, 0);
    for (int i = 0; i < 20; i++) {
      tree.flush(file(LongStream.range(50L * i, 50L * i + 50).toArray()));
    }
    assertThat(tree.level1()).hasSize(20).allMatch(file -> file.segments() == 1);
    assertThat(tree.traffic().writeAmplification()).isLessThanOrEqualTo(2);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new KeyRange(2, 1)).hasMessageContaining("2 to 1");
    assertThatThrownBy(() -> new FlushedFile(new ArrayList<>()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RangedSettings(-1, 2, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RangedSettings(0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RangedSettings(0, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
