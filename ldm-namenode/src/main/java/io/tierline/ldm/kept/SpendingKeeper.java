/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.migration.FirstWrites;
import io.tierline.ldm.migration.LyingBytes;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.UserSpending;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.state.LaterFields;
import io.tierline.ldm.state.Records;
import io.tierline.ldm.state.SpendingRecord;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps account of what is spent for each user's datasets, for longer than a NameNode runs, and of
 * what they take on fast media, and says whose blocks get no fast replica.
 *
 * <p>As with the wear of SSDs, placement only counts blocks, without a lock; with the next storage
 * table they are charged at the mean length of blocks on fast media. So a user may go over by what
 * is placed in a few seconds, and a NameNode that dies forgets what was spent since the last save.
 */
public final class SpendingKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(SpendingKeeper.class);

  /** Records written at a time. */
  private static final int BATCH = 64;

  private static final double PERCENT = 100;
  private static final long MIB = 1L << 20;

  /** For an advisor that nobody has told of limits. */
  public static final SpendingKeeper NOBODYS =
      new SpendingKeeper(new UserSpending(() -> 0), StateStore.NOWHERE, user -> UserLimits.NONE);

  private final UserSpending spending;
  private final StateStore store;
  private final Function<String, UserLimits> limits;
  private final FirstWrites writes = new FirstWrites();
  private final LyingBytes lying = new LyingBytes();
  private final Set<String> kept = new HashSet<>();
  private Records<SpendingRecord> found = Records.none();
  private volatile Set<String> held = Set.of();
  private volatile boolean isAnybodyFull;
  private volatile long fastBytes;

  public SpendingKeeper(
      UserSpending spending, StateStore store, Function<String, UserLimits> limits) {
    this.spending = spending;
    this.store = store;
    this.limits = limits;
  }

  /** A block of that user's was given so many fast replicas. Never blocks. */
  public void placed(String user, int replicas) {
    for (int i = 0; i < replicas; i++) {
      writes.add(user);
    }
  }

  /** True when blocks of that user's get no fast replica: he has had what he may. */
  public boolean isHeld(String user) {
    return held.contains(user);
  }

  /** Charges what was placed since the last call, and finds who has had enough. */
  public void settle(GlobalStorageTable table, long meanBlockBytes) {
    fastBytes =
        table.tiers().stream()
            .filter(tier -> tier.medium().compareTo(TierSettings.BASE) < 0)
            .mapToLong(tier -> tier.capacityBytes())
            .sum();
    writes
        .collect()
        .forEach(
            (user, blocks) -> {
              spending.placed(user, blocks * meanBlockBytes);
              lying.added(user, blocks * meanBlockBytes);
            });
    Set<String> over = new HashSet<>();
    boolean isFull = false;
    for (String user : users()) {
      boolean isHisFull = isOver(user, Limit.LYING, 0);
      if (isHisFull || isOver(user, Limit.PLACED, 0) || isOver(user, Limit.WRITTEN, 0)) {
        over.add(user);
      }
      isFull |= isHisFull;
    }
    held = Set.copyOf(over);
    isAnybodyFull = isFull;
  }

  private boolean isOver(String user, Limit limit, long more) {
    long percent = limits.apply(user).of(limit);
    return percent != Long.MAX_VALUE && bytes(user, limit) + more >= percent / PERCENT * fastBytes;
  }

  private long bytes(String user, Limit limit) {
    return switch (limit) {
      case LYING -> lying.of(user);
      case PLACED -> spending.placedBytes(user);
      default -> spending.writtenBytes(user);
    };
  }

  /** What lies on fast media, for whoever counts it. */
  public LyingBytes lying() {
    return lying;
  }

  /** True when data of somebody take as much of the fast media as they may. */
  public boolean isAnybodyFull() {
    return isAnybodyFull;
  }

  /** Charges a move up that was made. */
  public void moved(String user, long bytes) {
    spending.moved(user, bytes);
    lying.added(user, bytes);
  }

  /**
   * Those moves that their users may still have today; moves down are never held back.
   *
   * @param ownerOf whose dataset it is, by its root
   */
  public List<Move> within(List<Move> moves, Function<String, String> ownerOf) {
    Map<String, Long> bytes = new HashMap<>();
    Map<String, Long> counts = new HashMap<>();
    return moves.stream()
        .filter(move -> !move.isUp() || isWithin(move, ownerOf.apply(move.root()), bytes, counts))
        .toList();
  }

  private boolean isWithin(
      Move move, String owner, Map<String, Long> bytes, Map<String, Long> counts) {
    long count = counts.getOrDefault(owner, 0L);
    long most = limits.apply(owner).of(Limit.MOVES);
    boolean isOver =
        (most != Long.MAX_VALUE && spending.moves(owner) + count >= most)
            || isOver(owner, Limit.WRITTEN, bytes.getOrDefault(owner, 0L))
            || isOver(owner, Limit.LYING, bytes.getOrDefault(owner, 0L));
    if (!isOver) {
      counts.merge(owner, 1L, Long::sum);
      bytes.merge(owner, move.bytes(), Long::sum);
    }
    return !isOver;
  }

  /** What counts of a user now, in the units of the limits. */
  public Map<Limit, Long> usage(String user) {
    return Map.of(
        Limit.LYING, percent(lying.of(user)),
        Limit.PLACED, percent(spending.placedBytes(user)),
        Limit.WRITTEN, percent(spending.writtenBytes(user)),
        Limit.MOVES, spending.moves(user));
  }

  private long percent(long bytes) {
    return fastBytes == 0 ? 0 : Math.round(PERCENT * bytes / fastBytes);
  }

  /** Users who have spent something that counts, or whose data lie on fast media. */
  public Set<String> users() {
    Set<String> users = new HashSet<>(spending.users());
    users.addAll(lying.users());
    return users;
  }

  /** Reads what an earlier term has kept; {@link #load} goes by it. */
  public synchronized void read() throws IOException {
    found = Records.readAll(store, SpendingRecord::decode);
  }

  /** Counts what was read. */
  public synchronized void load() {
    lying.forget();
    found
        .damaged()
        .forEach(
            (name, why) -> LOG.warn("LDM passes over the record {} of spending: {}", name, why));
    kept.clear();
    for (SpendingRecord record : found.whole()) {
      kept.add(record.user());
      spending.takeOver(
          new UserSpending.Counts(
              record.user(),
              record.hour(),
              bytes(record.placed()),
              bytes(record.moved()),
              record.moves()));
    }
    found = Records.none();
  }

  /**
   * Keeps what has changed, and forgets users for whom nothing was spent for a day.
   *
   * @throws IOException when it cannot be kept now; it is tried again with the next call
   */
  public synchronized void save() throws IOException {
    Deque<UserSpending.Counts> unsaved = new ArrayDeque<>(spending.takeUnsaved(BATCH));
    try {
      while (!unsaved.isEmpty()) {
        save(unsaved.peek());
        unsaved.remove();
      }
    } finally {
      unsaved.forEach(counts -> spending.notSaved(counts.user()));
    }
    spending.prune();
    Set<String> users = spending.users();
    for (String user : kept.stream().filter(u -> !users.contains(u)).limit(BATCH).toList()) {
      store.remove(SpendingRecord.name(user));
      kept.remove(user);
    }
  }

  private void save(UserSpending.Counts counts) throws IOException {
    SpendingRecord record =
        new SpendingRecord(
            counts.user(),
            counts.hour(),
            mib(counts.placed()),
            mib(counts.moved()),
            counts.moves());
    String name = SpendingRecord.name(counts.user());
    store.put(name, LaterFields.kept(store.read(name), record.encode(store.format())));
    kept.add(counts.user());
  }

  private static long[] mib(long[] bytes) {
    return Arrays.stream(bytes).map(count -> -Math.floorDiv(-count, MIB)).toArray();
  }

  private static long[] bytes(long[] mib) {
    return Arrays.stream(mib).map(count -> count * MIB).toArray();
  }
}
