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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any flushes in, the same cells out, from ranges that stay in order. */
class RangedTreeProperties {
  private final TreeMap<Long, Entry> expected = new TreeMap<>();
  private long sequence;

  private FlushedFile flush(Random random, int keys) {
    List<Entry> cells = new ArrayList<>();
    int size = 1 + random.nextInt(30);
    // Wide, narrow or of a single key: what a victim overlaps differs.
    int base = random.nextInt(keys);
    int spread = 1 + random.nextInt(random.nextBoolean() ? keys : 8);
    for (int i = 0; i < size; i++) {
      long key = base + random.nextInt(spread);
      Entry entry = new Entry(key, sequence++, random.nextInt(4) == 0);
      cells.add(entry);
      expected.put(key, entry);
    }
    return new FlushedFile(cells);
  }

  private void check(RangedTree tree, RangedSettings settings, int keys) {
    RangedFile last = null;
    for (RangedFile file : tree.level1()) {
      assertThat(last == null || last.range().max() < file.range().min()).isTrue();
      assertThat(file.entries()).allMatch(entry -> file.range().contains(entry.key()));
      assertThat(file.cells()).isLessThanOrEqualTo(settings.fileCells());
      last = file;
    }
    List<Entry> live = expected.values().stream().filter(entry -> !entry.deleted()).toList();
    assertThat(tree.scan(new KeyRange(Long.MIN_VALUE, Long.MAX_VALUE)))
        .containsExactlyElementsOf(live);
    KeyRange part = new KeyRange(keys / 4, keys / 2);
    assertThat(tree.scan(part))
        .containsExactlyElementsOf(
            live.stream().filter(entry -> part.contains(entry.key())).toList());
    for (long key = 0; key < keys; key += 7) {
      Entry entry = expected.get(key);
      assertThat(tree.get(key).orElse(null))
          .isEqualTo(entry == null || entry.deleted() ? null : entry);
    }
  }

  @Property(tries = 100)
  void nothingIsLostAndRangesStayDisjoint(
      @ForAll Random random,
      @ForAll @IntRange(min = 0, max = 5) int level0,
      @ForAll @IntRange(min = 2, max = 60) int fileCells,
      @ForAll @IntRange(min = 1, max = 500) int keys,
      @ForAll @IntRange(min = 0, max = 9) int smallTenths) {
    expected.clear();
    RangedSettings settings = new RangedSettings(level0, fileCells, smallTenths / 10.0);
    RangedTree tree = new RangedTree(settings);
    for (int i = 0; i < 40; i++) {
      tree.flush(flush(random, keys));
      assertThat(tree.level0()).hasSizeLessThanOrEqualTo(level0);
      if (i % 4 == 0) {
        check(tree, settings, keys);
      }
    }
    tree.compact(0);
    check(tree, settings, keys);
  }

  @Property(tries = 300)
  void halvesHoldTheSameNumberOfCells(
      @ForAll Random random, @ForAll @IntRange(min = 2, max = 400) int cells) {
    List<Entry> entries = new ArrayList<>();
    random
        .longs()
        .distinct()
        .limit(cells + 1L)
        .forEach(key -> entries.add(Entry.put(key, sequence++)));
    RangedTree tree = new RangedTree(new RangedSettings(0, cells, 0));
    tree.flush(new FlushedFile(entries));
    List<RangedFile> halves = new ArrayList<>(tree.level1());
    assertThat(halves).hasSize(2);
    assertThat(halves.get(0).cells() - halves.get(1).cells()).isBetween(0, 1);
    assertThat(halves.get(1).range().min()).isEqualTo(halves.get(0).range().max() + 1);
  }

  @Property(tries = 100)
  void everyCellIsWrittenOrLinkedOnItsWayDown(@ForAll Random random) {
    RangedTree tree = new RangedTree(new RangedSettings(2, 50, 0));
    for (int i = 0; i < 20; i++) {
      tree.flush(flush(random, 300));
    }
    Traffic traffic = tree.traffic();
    int above = tree.level0().stream().mapToInt(FlushedFile::cells).sum();
    assertThat(traffic.linked() + traffic.appended() + above).isEqualTo(traffic.flushed());
  }
}
