/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The two levels, and what a flush sets off. Not for several threads at once. */
public final class RangedTree {
  private final List<FlushedFile> level0 = new ArrayList<>();
  private final Level1 level1 = new Level1();
  private final RangedSettings settings;
  private final Compaction compaction = new Compaction(level1);
  private final LoadBalance balance;
  private Traffic traffic = Traffic.NONE;

  /** An empty tree. */
  public RangedTree(RangedSettings settings) {
    this.settings = settings;
    this.balance = new LoadBalance(level1, settings, this::hides);
  }

  /** Adds a file to Level 0; victims go down while it holds more files than it may. */
  public void flush(FlushedFile file) {
    level0.add(file);
    traffic = traffic.flush(file.cells());
    compact(settings.level0Files());
  }

  /** Takes files down until Level 0 holds at most some number, then balances Level 1. */
  public void compact(int level0Files) {
    int victims = level0.size() - level0Files;
    if (victims <= 0) {
      return;
    }
    if (level1.files().isEmpty()) {
      List<FlushedFile> first = VictimChoice.densest(level0).subList(0, victims);
      level0.removeAll(first);
      traffic = compaction.first(first, traffic);
    }
    while (level0.size() > level0Files) {
      FlushedFile victim = VictimChoice.next(level0, level1);
      level0.remove(victim);
      traffic = compaction.down(victim, traffic);
    }
    traffic = balance.run(traffic);
  }

  private boolean hides(Entry marker) {
    return level0.stream().anyMatch(file -> file.mayPredate(marker));
  }

  /** Files not yet compacted, oldest first. */
  public List<FlushedFile> level0() {
    return Collections.unmodifiableList(level0);
  }

  /** Files of disjoint ranges, ascending. */
  public Collection<RangedFile> level1() {
    return Collections.unmodifiableCollection(level1.files());
  }

  /** Pieces of the Level 1 file that owns a key; 0 if none does. */
  public int segmentsAt(long key) {
    RangedFile owner = level1.owner(key);
    return owner == null ? 0 : owner.segments();
  }

  /** What was written so far. */
  public Traffic traffic() {
    return traffic;
  }

  /** The newest cell of a key, unless that deletes it. */
  public Optional<Entry> get(long key) {
    RangedFile owner = level1.owner(key);
    Entry newest = owner == null ? null : owner.get(key);
    for (FlushedFile file : level0) {
      newest = newest(newest, file.get(key));
    }
    return newest == null || newest.deleted() ? Optional.empty() : Optional.of(newest);
  }

  /** The newest cells of a range's keys, in the keys' order; deleted ones left out. */
  public Collection<Entry> scan(KeyRange range) {
    SortedMap<Long, Entry> found = new TreeMap<>();
    level1.files().stream()
        .filter(file -> file.range().overlaps(range))
        .forEach(file -> collect(file.entries(), range, found));
    level0.forEach(file -> collect(file.entries(), range, found));
    return found.values().stream().filter(entry -> !entry.deleted()).toList();
  }

  private static void collect(
      Collection<Entry> entries, KeyRange range, SortedMap<Long, Entry> found) {
    for (Entry entry : entries) {
      if (range.contains(entry.key())) {
        found.merge(entry.key(), entry, RangedFile::newer);
      }
    }
  }

  private static Entry newest(Entry a, Entry b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return RangedFile.newer(a, b);
  }
}
