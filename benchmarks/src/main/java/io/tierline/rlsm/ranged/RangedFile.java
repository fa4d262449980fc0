/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * A file of Level 1: it owns every key of its range. What is appended is found through its hash
 * table; cells that a newer one replaced are listed as invalid and stay until the file is balanced.
 */
public final class RangedFile {
  private final Map<Long, Entry> valid = new HashMap<>();
  private KeyRange range;
  private int invalid;
  private int segments;

  RangedFile(KeyRange range) {
    this.range = range;
  }

  static Entry newer(Entry a, Entry b) {
    return a.sequence() >= b.sequence() ? a : b;
  }

  /** The keys it owns; cells need not lie at the ends. */
  public KeyRange range() {
    return range;
  }

  /** Cells that it holds, invalid ones too. */
  public int cells() {
    return valid.size() + invalid;
  }

  /** Cells that a newer one of the same key replaced. */
  public int invalidCells() {
    return invalid;
  }

  /** Pieces that were written or linked one after another since it was last balanced. */
  public int segments() {
    return segments;
  }

  /** The newest cell of every key, in no order. */
  public Collection<Entry> entries() {
    return Collections.unmodifiableCollection(valid.values());
  }

  Entry get(long key) {
    return valid.get(key);
  }

  /** Adds one piece, its cells appended or its file linked: nothing here is read or moved. */
  void add(Collection<Entry> piece) {
    segments++;
    for (Entry entry : piece) {
      Entry before = valid.get(entry.key());
      if (before != null) {
        invalid++;
      }
      valid.put(entry.key(), before == null ? entry : newer(before, entry));
    }
  }

  void widen(KeyRange to) {
    range = range.with(to);
  }
}
