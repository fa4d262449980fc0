/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What is spent for the datasets of each user in 24 hours: bytes that first placements put on fast
 * media, bytes that moves write there, and moves. Counted by the hour, as the wear of an SSD is.
 */
public final class UserSpending {
  private final WearBudget placed;
  private final WearBudget moved;
  private final WearBudget moves;
  private final Set<String> unsaved = new LinkedHashSet<>();

  /**
   * What counts of a user.
   *
   * @param user the name
   * @param hour hours from the epoch to the newest of the counts
   * @param placed bytes of first placements by the hour, the newest first
   * @param moved bytes of moves, likewise
   * @param moves how many moves, likewise
   */
  public record Counts(String user, long hour, long[] placed, long[] moved, long[] moves) {}

  /**
   * Creates accounts on which nothing stands.
   *
   * @param clock milliseconds since the epoch
   */
  public UserSpending(LongSupplier clock) {
    placed = new WearBudget(Long.MAX_VALUE, clock);
    moved = new WearBudget(Long.MAX_VALUE, clock);
    moves = new WearBudget(Long.MAX_VALUE, clock);
  }

  /** Charges first placements. */
  public synchronized void placed(String user, long bytes) {
    placed.charge(user, bytes);
    unsaved.add(user);
  }

  /** Charges a move to a fast medium. */
  public synchronized void moved(String user, long bytes) {
    moved.charge(user, bytes);
    moves.charge(user, 1);
    unsaved.add(user);
  }

  /** Bytes of first placements that count now. */
  public long placedBytes(String user) {
    return placed.used(user);
  }

  /** Bytes of first placements and moves that count now. */
  public long writtenBytes(String user) {
    return placed.used(user) + moved.used(user);
  }

  /** Moves that count now. */
  public long moves(String user) {
    return moves.used(user);
  }

  /** Users who have spent something that counts. */
  public Set<String> users() {
    Set<String> users = new LinkedHashSet<>(placed.names());
    users.addAll(moved.names());
    return users;
  }

  /**
   * What has changed since it was last asked for.
   *
   * @param most users at a time; the others come with the next call
   */
  public synchronized List<Counts> takeUnsaved(int most) {
    List<String> first = new ArrayList<>(unsaved).subList(0, Math.min(most, unsaved.size()));
    first.forEach(unsaved::remove);
    return first.stream()
        .map(
            user ->
                new Counts(
                    user,
                    placed.hour(),
                    placed.byHour(user),
                    moved.byHour(user),
                    moves.byHour(user)))
        .toList();
  }

  /** Has a user come again with {@link #takeUnsaved}: his account could not be saved. */
  public synchronized void notSaved(String user) {
    unsaved.add(user);
  }

  /** Takes over what another has counted. */
  public synchronized void takeOver(Counts counts) {
    placed.takeOver(counts.user(), counts.hour(), counts.placed());
    moved.takeOver(counts.user(), counts.hour(), counts.moved());
    moves.takeOver(counts.user(), counts.hour(), counts.moves());
  }

  /** Forgets users of whom nothing counts any more. */
  public synchronized void prune() {
    placed.prune();
    moved.prune();
    moves.prune();
  }
}
