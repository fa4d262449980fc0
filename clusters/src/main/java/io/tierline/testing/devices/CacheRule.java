/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which ranges of blocks a DataNode's read cache holds, after the rule of such caches in
 * production: what is read often enough lately is admitted, here the second reading within a
 * minute, and what was read least recently makes room. It decides alone; it moves no data.
 */
final class CacheRule {
  /**
   * A part of a block.
   *
   * @param block its number
   * @param generation its stamp: an append gives it another
   * @param index of the range in the block
   */
  record Range(long block, long generation, long index) {}

  /** A place for one range, for one stay of it: another stay in the same place is another slot. */
  static final class Slot {
    private final int number;

    private Slot(int number) {
      this.number = number;
    }

    /** Of its place, from 0. */
    int number() {
      return number;
    }
  }

  /** What two readings of a range may be apart. */
  static final double WINDOW_SECONDS = 60;

  /** Ranges whose last reading is remembered; the one read least recently is forgotten. */
  private static final int REMEMBERED = 100_000;

  private final int slots;
  private final Map<Range, Slot> held = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Range, Double> lastRead = new LinkedHashMap<>(16, 0.75f, true);
  private int used;

  /** Has room for so many ranges. */
  CacheRule(int slots) {
    this.slots = slots;
  }

  /** The slot that holds the range, which has been used now. */
  synchronized Optional<Slot> holder(Range range) {
    return Optional.ofNullable(held.get(range));
  }

  /**
   * A range that is not held was read: the slot to fill with it, if it was read often enough
   * lately. What lay there is forgotten; the range is held once it is {@link #filled}.
   */
  synchronized Optional<Slot> admit(Range range, double seconds) {
    Double before = lastRead.put(range, seconds);
    if (lastRead.size() > REMEMBERED) {
      removeOldest(lastRead);
    }
    if (before == null || seconds - before > WINDOW_SECONDS) {
      return Optional.empty();
    }
    if (used < slots) {
      return Optional.of(new Slot(used++));
    }
    return held.isEmpty() ? Optional.empty() : Optional.of(new Slot(removeOldest(held).number()));
  }

  /** The range's data are in the slot; another slot that was filled with it meanwhile is lost. */
  synchronized void filled(Range range, Slot slot) {
    held.put(range, slot);
  }

  private static <T> T removeOldest(Map<?, T> from) {
    Iterator<T> values = from.values().iterator();
    T oldest = values.next();
    values.remove();
    return oldest;
  }
}
