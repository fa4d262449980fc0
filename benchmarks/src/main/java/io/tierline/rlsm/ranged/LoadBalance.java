/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

import io.tierline.rlsm.select.WeightedSelection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Keeps the files of Level 1 of a size and their ranges of a width. */
final class LoadBalance {
  private final Level1 level1;
  private final RangedSettings settings;
  private final Predicate<Entry> needed;

  /**
   * A balance.
   *
   * @param needed whether a delete marker still hides something that is not in Level 1
   */
  LoadBalance(Level1 level1, RangedSettings settings, Predicate<Entry> needed) {
    this.level1 = level1;
    this.settings = settings;
    this.needed = needed;
  }

  Traffic run(Traffic before) {
    Traffic traffic = before;
    List<RangedFile> large =
        level1.files().stream().filter(file -> file.cells() > settings.fileCells()).toList();
    for (RangedFile file : large) {
      traffic = clear(file, traffic);
    }
    double narrow =
        settings.smallRange()
            * level1.files().stream().mapToDouble(file -> file.range().width()).average().orElse(0);
    List<RangedFile> small =
        level1.files().stream().filter(file -> file.range().width() < narrow).toList();
    for (RangedFile file : small) {
      traffic = merge(file, traffic);
    }
    return traffic;
  }

  /**
   * Drops what is invalid, folds in what is linked and splits until no part is too large. A file
   * that is half empty without its invalid cells is not split: else updates alone would leave ever
   * smaller files.
   */
  private Traffic clear(RangedFile file, Traffic before) {
    List<Entry> live =
        file.entries().stream().filter(entry -> !entry.deleted() || needed.test(entry)).toList();
    level1.remove(file);
    if (live.size() > settings.fileCells() / 2) {
      split(file.range(), live);
    } else {
      write(file.range(), live);
    }
    return before.rewrite(live.size());
  }

  /** Halves at the median, found by selection. */
  private void split(KeyRange range, List<Entry> live) {
    Comparator<Entry> byKey = Comparator.comparingLong(Entry::key);
    long median = WeightedSelection.nth(live, (live.size() - 1) / 2, byKey).key();
    List<Entry> lower = new ArrayList<>();
    List<Entry> upper = new ArrayList<>();
    live.forEach(entry -> (entry.key() <= median ? lower : upper).add(entry));
    place(new KeyRange(range.min(), median), lower);
    place(new KeyRange(median + 1, range.max()), upper);
  }

  private void place(KeyRange range, List<Entry> live) {
    if (live.size() > settings.fileCells()) {
      split(range, live);
    } else {
      write(range, live);
    }
  }

  private void write(KeyRange range, List<Entry> live) {
    RangedFile file = new RangedFile(range);
    file.add(live);
    level1.put(file);
  }

  /**
   * Appends a file to the neighbour that holds less, which then owns both ranges. Not if that made
   * more than three quarters of a full file: what a split has parted stays parted.
   */
  private Traffic merge(RangedFile file, Traffic before) {
    RangedFile neighbour =
        Stream.of(level1.previous(file), level1.next(file))
            .filter(Objects::nonNull)
            .min(Comparator.comparingInt(RangedFile::cells))
            .orElse(null);
    if (neighbour == null || neighbour.cells() + file.cells() > settings.fileCells() * 3L / 4) {
      return before;
    }
    level1.remove(file);
    level1.widen(neighbour, file.range());
    neighbour.add(file.entries());
    return before.append(file.entries().size());
  }
}
