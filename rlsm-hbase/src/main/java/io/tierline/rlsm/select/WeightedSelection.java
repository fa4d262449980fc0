/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Ranks and quantiles without sorting: linear in the number of items, in the worst case too.
 *
 * <p>Source: Hoare 1961, "Find"; the guarantee is that of Blum, Floyd, Pratt, Rivest and Tarjan
 * 1973, whose pivot takes over where a guessed one did badly (Musser 1997). Of several quantiles
 * all are found together: {@code n log(parts)} comparisons. Nothing is random: the same items in
 * the same order give the same work.
 */
public final class WeightedSelection {
  private WeightedSelection() {}

  /**
   * Cuts items into parts of about equal weight. In sorted order every item covers as many units as
   * it weighs; cut {@code i} is the item that covers unit {@code total * i / parts}, counted from
   * 0. A part begins with its cut, so what lies before cut {@code i} weighs at most that much, and
   * less by no more than the weight of the items that equal the cut.
   *
   * @param items not changed; in any order
   * @param weight of an item, at least 0; their sum fits a long
   * @param order what items are compared by; items that compare as equal are never parted
   * @param parts at least 1
   * @return at most {@code parts - 1} cuts, ascending and unlike each other; fewer where cuts
   *     coincide or nothing that weighs lies before one
   */
  public static <T> List<T> quantiles(
      List<T> items, ToLongFunction<T> weight, Comparator<? super T> order, int parts) {
    if (parts < 1) {
      throw new IllegalArgumentException("parts is at least 1: " + parts);
    }
    long[] weights = items.stream().mapToLong(weight).toArray();
    long total = 0;
    for (long each : weights) {
      if (each < 0) {
        throw new IllegalArgumentException("a weight is at least 0: " + each);
      }
      total = Math.addExact(total, each);
    }
    List<T> cuts = new ArrayList<>();
    if (total > 0 && parts > 1) {
      new MultiSelect<>(items, weights, order)
          .find(
              units(total, parts),
              (item, before) -> {
                if (before > 0) {
                  cuts.add(item);
                }
              });
    }
    return List.copyOf(cuts);
  }

  /**
   * The item of a rank.
   *
   * @param items not changed; in any order
   * @param rank from 0, the least, to below the number of items
   * @param order what items are compared by
   * @return an item that a sorted list has at that place, or one that compares as equal to it
   */
  public static <T> T nth(List<T> items, int rank, Comparator<? super T> order) {
    if (rank < 0 || rank >= items.size()) {
      throw new IllegalArgumentException("no rank " + rank + " among " + items.size() + " items");
    }
    long[] ones = new long[items.size()];
    Arrays.fill(ones, 1);
    List<T> found = new ArrayList<>(1);
    new MultiSelect<>(items, ones, order)
        .find(new long[] {rank}, (item, before) -> found.add(item));
    return found.get(0);
  }

  private static long[] units(long total, int parts) {
    long[] units = new long[parts - 1];
    for (int i = 1; i < parts; i++) {
      // total * i / parts, which may not fit.
      units[i - 1] = total / parts * i + total % parts * i / parts;
    }
    return units;
  }
}
