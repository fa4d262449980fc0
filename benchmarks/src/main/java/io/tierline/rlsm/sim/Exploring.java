/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.util.List;

/**
 * Which files the stock policy merges: of all neighbours the most, of as many the smallest,
 * provided that no file is larger than {@code ratio} times the others together. Neighbours that
 * together are smaller than a flush always qualify.
 *
 * <p>Source: the rules of HBase's ExploringCompactionPolicy (HBASE-7842), written anew from its
 * description.
 *
 * @param filesMin merged at least
 * @param filesMax merged at most
 * @param ratio at least 1
 * @param sizeMin below it the ratio does not count
 */
record Exploring(int filesMin, int filesMax, double ratio, long sizeMin) {
  /** Among stuck selections one must be so many times better to replace an earlier one. */
  private static final double STUCK_BETTER = 1.05;

  /**
   * Some neighbouring files, from the first to below the end.
   *
   * @param size bytes of them all
   */
  record Selection(int first, int end, long size) {
    static final Selection NONE = new Selection(0, 0, 0);

    int count() {
      return end - first;
    }
  }

  /**
   * The selection; {@link Selection#NONE} if nothing qualifies.
   *
   * @param sizes of the files, oldest first
   * @param stuck whether there are so many files that something has to be merged
   */
  Selection select(List<Long> sizes, boolean stuck) {
    Selection best = Selection.NONE;
    Selection smallest = Selection.NONE;
    for (int first = 0; first + filesMin <= sizes.size(); first++) {
      for (int end = first + filesMin; end <= Math.min(sizes.size(), first + filesMax); end++) {
        List<Long> chosen = sizes.subList(first, end);
        long size = chosen.stream().mapToLong(Long::longValue).sum();
        Selection option = new Selection(first, end, size);
        if (smallest.count() == 0 || size < smallest.size()) {
          smallest = option;
        }
        if ((size < sizeMin || isInRatio(chosen, size)) && isBetter(option, best, stuck)) {
          best = option;
        }
      }
    }
    return stuck && best.count() == 0 ? smallest : best;
  }

  private boolean isInRatio(List<Long> sizes, long total) {
    return sizes.stream().allMatch(size -> size <= (total - size) * ratio);
  }

  private static boolean isBetter(Selection option, Selection best, boolean stuck) {
    if (stuck && best.size() > 0 && option.size() > 0) {
      return (double) best.count() / best.size() * STUCK_BETTER
          < (double) option.count() / option.size();
    }
    return option.count() > best.count()
        || option.count() == best.count() && option.size() < best.size();
  }
}
