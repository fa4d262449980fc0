/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What is written to each SSD in 24 hours: by moves, which have a budget of their own, and by moves
 * and first placements together. Both budgets are hard gates, of moves before they are made; first
 * placements are counted when they have been decided, and refused once nothing is left.
 */
public final class SsdWear {
  private final WearBudget moves;
  private final WearBudget all;
  private final Map<String, Long> unsaved = new HashMap<>();

  /**
   * What counts of a volume.
   *
   * @param ssd its storage id
   * @param hour hours from the epoch to the newest of the counts
   * @param moved bytes by moves, by the hour, the newest first
   * @param all the same of everything
   */
  public record Counts(String ssd, long hour, long[] moved, long[] all) {}

  /**
   * Creates budgets of which nothing is used.
   *
   * @param movesPerDay bytes by moves for each SSD, at least 0
   * @param allPerDay bytes by moves and first placements for each SSD, at least 0
   * @param clock milliseconds since the epoch
   */
  public SsdWear(long movesPerDay, long allPerDay, LongSupplier clock) {
    this.moves = new WearBudget(movesPerDay, clock);
    this.all = new WearBudget(allPerDay, clock);
  }

  /** Sets other budgets; what was written counts against them. */
  public void limit(long movesPerDay, long allPerDay) {
    moves.limit(movesPerDay);
    all.limit(allPerDay);
  }

  /**
   * Reserves the bytes of a move on every one of the volumes, or on none.
   *
   * @return false when one of them has not so many left
   */
  public synchronized boolean tryReserve(Collection<String> ssds, long bytes) {
    if (!moves.tryReserve(ssds, bytes)) {
      return false;
    }
    if (!all.tryReserve(ssds, bytes)) {
      ssds.forEach(ssd -> moves.giveBack(ssd, bytes));
      return false;
    }
    ssds.forEach(ssd -> unsaved.merge(ssd, bytes, Long::sum));
    return true;
  }

  /** Gives back what a move has reserved on a volume and has not written there. */
  public synchronized void giveBack(String ssd, long bytes) {
    moves.giveBack(ssd, bytes);
    all.giveBack(ssd, bytes);
    unsaved.merge(ssd, bytes, Long::sum);
  }

  /** Counts what first placements have written, dealt out evenly to the SSDs of one node. */
  public synchronized void placed(Collection<String> ssds, long bytes) {
    if (bytes > 0 && !ssds.isEmpty()) {
      long each = -Math.floorDiv(-bytes, (long) ssds.size());
      for (String ssd : ssds) {
        all.charge(ssd, each);
        unsaved.merge(ssd, each, Long::sum);
      }
    }
  }

  /** True when the volume cannot take so many more bytes today. */
  public boolean isWorn(String ssd, long bytes) {
    return !all.hasLeft(ssd, bytes);
  }

  /** Bytes that count against the budget of everything now. */
  public long used(String ssd) {
    return all.used(ssd);
  }

  /**
   * What has changed since it was last asked for, most changed bytes first.
   *
   * @param most volumes at a time; the others come with the next call
   */
  public synchronized List<Counts> takeUnsaved(int most) {
    List<String> first =
        unsaved.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .limit(most)
            .map(Map.Entry::getKey)
            .toList();
    first.forEach(unsaved::remove);
    return first.stream()
        .map(ssd -> new Counts(ssd, all.hour(), moves.byHour(ssd), all.byHour(ssd)))
        .toList();
  }

  /** Has a volume come again with {@link #takeUnsaved}: it could not be saved. */
  public synchronized void notSaved(String ssd) {
    unsaved.merge(ssd, 1L, Long::sum);
  }

  /** Takes over what another has counted. */
  public synchronized void takeOver(Counts counts) {
    moves.takeOver(counts.ssd(), counts.hour(), counts.moved());
    all.takeOver(counts.ssd(), counts.hour(), counts.all());
  }

  /** Forgets volumes of which nothing counts any more. */
  public synchronized void prune() {
    moves.prune();
    all.prune();
  }
}
