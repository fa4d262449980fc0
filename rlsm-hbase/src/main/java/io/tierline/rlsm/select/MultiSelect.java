/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.select;

import java.util.Comparator;
import java.util.List;

/** Finds the items that cover given units of weight, all in one recursion. */
final class MultiSelect<T> {
  /** Groups of five are the smallest with which the medians' median is found in linear time. */
  private static final int GROUP = 5;

  /** From this many items on, three samples of three are worth their comparisons. */
  private static final int NINTHER_MIN = 64;

  private final T[] items;
  private final long[] weights;
  private final Comparator<? super T> order;

  /** What is told of an item found. */
  interface Found<T> {
    /**
     * One item, in ascending order, once for all units that it and its equals cover.
     *
     * @param before weight of all items less than it
     */
    void item(T item, long before);
  }

  /** Items from {@code lower} to below {@code upper} equal the pivot; lesser ones lie before. */
  private record Parted(int lower, int upper, long lesser, long equal) {}

  @SuppressWarnings("unchecked")
  MultiSelect(List<T> items, long[] weights, Comparator<? super T> order) {
    this.items = (T[]) items.toArray();
    this.weights = weights;
    this.order = order;
  }

  /**
   * Finds items.
   *
   * @param units ascending, from 0 to below the sum of all weights
   */
  void find(long[] units, Found<T> found) {
    find(0, items.length, 0, units, 0, units.length, false, found);
  }

  /**
   * Finds the units of some range of items.
   *
   * @param base weight before the range
   * @param badly whether the last pivot was a bad guess: then this one is not guessed. So of two
   *     rounds one takes away three tenths of the items at least, and the depth is logarithmic
   */
  private void find(
      int from,
      int to,
      long base,
      long[] units,
      int firstUnit,
      int endUnit,
      boolean badly,
      Found<T> found) {
    if (firstUnit == endUnit) {
      return;
    }
    Parted parted = partition(badly ? medianOfMedians(from, to) : guess(from, to), from, to);
    long lower = base + parted.lesser();
    long upper = lower + parted.equal();
    int equal = firstAtLeast(units, firstUnit, endUnit, lower);
    int greater = firstAtLeast(units, equal, endUnit, upper);
    int bad = (to - from) / 4 * 3;
    // Read now: what is done to the left leaves this place alone, but let nobody have to prove it.
    T pivot = items[parted.lower()];
    find(from, parted.lower(), base, units, firstUnit, equal, parted.lower() - from > bad, found);
    if (equal < greater) {
      found.item(pivot, lower);
    }
    find(parted.upper(), to, upper, units, greater, endUnit, to - parted.upper() > bad, found);
  }

  private static int firstAtLeast(long[] units, int from, int to, long least) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (units[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Three-way partition: whatever equals the pivot is settled, so repeated keys cost nothing. */
  private Parted partition(T pivot, int from, int to) {
    int lower = from;
    int upper = to;
    int next = from;
    long lesser = 0;
    long equal = 0;
    while (next < upper) {
      int compared = order.compare(items[next], pivot);
      if (compared < 0) {
        lesser += weights[next];
        swap(lower++, next++);
      } else if (compared > 0) {
        swap(next, --upper);
      } else {
        equal += weights[next++];
      }
    }
    return new Parted(lower, upper, lesser, equal);
  }

  /** A likely middle: of three items, or of three times three. */
  private T guess(int from, int to) {
    int size = to - from;
    int middle = from + size / 2;
    if (size < NINTHER_MIN) {
      return median(items[from], items[middle], items[to - 1]);
    }
    int step = size / 8;
    return median(
        median(items[from], items[from + step], items[from + 2 * step]),
        median(items[middle - step], items[middle], items[middle + step]),
        median(items[to - 1 - 2 * step], items[to - 1 - step], items[to - 1]));
  }

  private T median(T a, T b, T c) {
    boolean ab = order.compare(a, b) < 0;
    if (ab == order.compare(b, c) < 0) {
      return b;
    }
    return ab == order.compare(a, c) < 0 ? c : a;
  }

  /** An item with at least three tenths of the range on either side. */
  private T medianOfMedians(int from, int to) {
    int groups = 0;
    for (int start = from; start < to; start += GROUP) {
      int end = Math.min(start + GROUP, to);
      sort(start, end);
      swap(from + groups++, start + (end - start) / 2);
    }
    return ranked(from, from + groups, groups / 2);
  }

  private T ranked(int from, int to, int rank) {
    int low = from;
    int high = to;
    int place = from + rank;
    while (high - low > GROUP) {
      Parted parted = partition(medianOfMedians(low, high), low, high);
      if (place < parted.lower()) {
        high = parted.lower();
      } else if (place >= parted.upper()) {
        low = parted.upper();
      } else {
        return items[place];
      }
    }
    sort(low, high);
    return items[place];
  }

  private void sort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      for (int j = i; j > from && order.compare(items[j - 1], items[j]) > 0; j--) {
        swap(j - 1, j);
      }
    }
  }

  private void swap(int a, int b) {
    T item = items[a];
    items[a] = items[b];
    items[b] = item;
    long weight = weights[a];
    weights[a] = weights[b];
    weights[b] = weight;
  }
}
