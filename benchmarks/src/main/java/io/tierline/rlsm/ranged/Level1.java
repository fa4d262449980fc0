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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Files of disjoint ranges, found by a search tree over their least keys. */
final class Level1 {
  private final TreeMap<Long, RangedFile> files = new TreeMap<>();

  Collection<RangedFile> files() {
    return files.values();
  }

  /** The file whose range holds a key, or null. */
  RangedFile owner(long key) {
    RangedFile below = below(key);
    return below != null && below.range().contains(key) ? below : null;
  }

  /** Whether one file owns every key of a range. */
  boolean owns(KeyRange range) {
    RangedFile owner = owner(range.min());
    return owner != null && owner.range().contains(range);
  }

  /** The file that begins at a key or nearest below it, or null. */
  RangedFile below(long key) {
    Map.Entry<Long, RangedFile> floor = files.floorEntry(key);
    return floor == null ? null : floor.getValue();
  }

  RangedFile previous(RangedFile file) {
    Map.Entry<Long, RangedFile> lower = files.lowerEntry(file.range().min());
    return lower == null ? null : lower.getValue();
  }

  RangedFile next(RangedFile file) {
    Map.Entry<Long, RangedFile> higher = files.higherEntry(file.range().min());
    return higher == null ? null : higher.getValue();
  }

  /** The file nearest to a key that nobody owns; of two as near the one that holds less. */
  RangedFile nearest(long key) {
    List<RangedFile> around = new ArrayList<>(2);
    if (below(key) != null) {
      around.add(below(key));
    }
    Map.Entry<Long, RangedFile> above = files.higherEntry(key);
    if (above != null) {
      around.add(above.getValue());
    }
    return around.stream()
        .min(
            Comparator.comparingDouble((RangedFile file) -> file.range().distance(key))
                .thenComparingInt(RangedFile::cells))
        .orElseThrow();
  }

  void put(RangedFile file) {
    files.put(file.range().min(), file);
  }

  void remove(RangedFile file) {
    files.remove(file.range().min());
  }

  /** Lets a file own the keys up to another range, which no other file may own. */
  void widen(RangedFile file, KeyRange to) {
    remove(file);
    file.widen(to);
    put(file);
  }
}
