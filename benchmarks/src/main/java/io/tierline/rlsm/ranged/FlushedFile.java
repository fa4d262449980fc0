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
import java.util.HashMap;
import java.util.Map;

/** A file of Level 0: what one flush wrote, one cell for a key. */
public final class FlushedFile {
  private final Map<Long, Entry> entries = new HashMap<>();
  private final KeyRange range;
  private final long oldest;

  /**
   * A file of these cells; of one key the newest.
   *
   * @param written at least one cell
   */
  public FlushedFile(Collection<Entry> written) {
    if (written.isEmpty()) {
      throw new IllegalArgumentException("a flushed file holds a cell at least");
    }
    KeyRange all = null;
    long first = Long.MAX_VALUE;
    for (Entry entry : written) {
      entries.merge(entry.key(), entry, RangedFile::newer);
      first = Math.min(first, entry.sequence());
      all = all == null ? new KeyRange(entry.key(), entry.key()) : all.with(entry.key());
    }
    this.range = all;
    this.oldest = first;
  }

  /** From its least to its greatest key. */
  public KeyRange range() {
    return range;
  }

  /** How many cells it holds. */
  public int cells() {
    return entries.size();
  }

  /** Cells for each step of the range; infinite for a single key. */
  public double density() {
    return cells() / range.width();
  }

  /** Its cells, in no order. */
  public Collection<Entry> entries() {
    return entries.values();
  }

  Entry get(long key) {
    return entries.get(key);
  }

  /** Whether it may hold something that a delete marker still has to hide. */
  boolean mayPredate(Entry marker) {
    return oldest < marker.sequence() && range.contains(marker.key());
  }
}
