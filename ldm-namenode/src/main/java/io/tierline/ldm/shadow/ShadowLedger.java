/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.shadow;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.migration.DatasetBlocks;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.Move;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What LDM would have done while it does nothing, by dataset and by user. It is an account on
 * paper: what would have been placed takes up room on paper until its last reader has ended, so
 * that it does not promise more than the fast tiers hold.
 *
 * <p>Of the datasets that came after the first {@value #MOST_DATASETS} only the sums by user are
 * kept.
 */
public final class ShadowLedger {
  /** Datasets that are told apart. */
  static final int MOST_DATASETS = 10_000;

  private static final String OTHERS = "(others)";

  /**
   * A line of the report.
   *
   * @param dataset the path of a dataset
   * @param user whose lineage writes it
   */
  public record Row(String dataset, String user, ShadowCounts counts) {}

  /** Blocks that wait to be looked at. */
  private static final int MOST_WAITING = 100_000;

  private record Placed(String root, String user, int fast, long bytes, long room) {}

  private final Queue<Placed> placed = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder lost = new LongAdder();
  private final Map<String, ShadowDataset> datasets = new HashMap<>();
  private Instant since = Instant.EPOCH;
  private long standing;

  /** Begins anew. */
  public synchronized void begin(Instant now) {
    take();
    datasets.clear();
    standing = 0;
    since = now;
  }

  /** When it began. */
  public synchronized Instant since() {
    return since;
  }

  /**
   * A new block was decided on. Takes no lock: it is looked at later, in the order of these calls.
   *
   * @param root the dataset it belongs to
   * @param user whose lineage writes it
   * @param fast how many of its replicas would have been fast
   * @param bytes the length it may have
   * @param room what placement may take of the fast tiers now
   */
  public void placed(String root, String user, int fast, long bytes, long room) {
    if (waiting.incrementAndGet() <= MOST_WAITING) {
      placed.add(new Placed(root, user, fast, bytes, room));
    } else {
      waiting.decrementAndGet();
      lost.increment();
    }
  }

  /** Blocks that were not counted, since more came at a time than are remembered. */
  public long lost() {
    return lost.sum();
  }

  private void take() {
    for (Placed next = placed.poll(); next != null; next = placed.poll()) {
      waiting.decrementAndGet();
      take(next);
    }
  }

  private void take(Placed next) {
    ShadowDataset dataset = dataset(next.root(), next.user(), next.bytes());
    long bytes = next.fast() * dataset.meanBytes();
    boolean hasRoom = standing + bytes <= next.room();
    dataset.placed(next.fast(), hasRoom);
    standing += hasRoom ? bytes : 0;
  }

  /**
   * A look at where blocks lie: how long they are, and what would be moved.
   *
   * @param users whose lineage writes a dataset
   */
  public synchronized void planned(
      Collection<DatasetBlocks> looked, Collection<Move> moves, UnaryOperator<String> users) {
    take();
    for (DatasetBlocks seen : looked) {
      ShadowDataset dataset = datasets.get(seen.root());
      if (dataset != null && !seen.blocks().isEmpty()) {
        dataset.surveyed(
            (long) seen.blocks().stream().mapToLong(ManagedBlock::bytes).average().orElseThrow());
      }
    }
    Map<String, long[]> byRoot = new HashMap<>();
    for (Move move : moves) {
      long[] sums = byRoot.computeIfAbsent(move.root(), root -> new long[3]);
      sums[move.isUp() ? 0 : 2]++;
      sums[1] += move.isUp() ? move.bytes() : 0;
    }
    byRoot.forEach(
        (root, sums) ->
            dataset(root, users.apply(root), sums[1] / Math.max(1, sums[0]))
                .planned(sums[0], sums[1], sums[2]));
  }

  private ShadowDataset dataset(String root, String user, long bytes) {
    boolean isTold = datasets.containsKey(root) || datasets.size() < MOST_DATASETS;
    String name = isTold ? root : OTHERS;
    return datasets.computeIfAbsent(
        isTold ? root : OTHERS + user, key -> new ShadowDataset(name, user, bytes));
  }

  /**
   * Looks who is still to read each dataset.
   *
   * @param readers the jobs that are to read a dataset; null when it is not managed any more
   */
  public synchronized void follow(Function<String, Collection<JobId>> readers) {
    take();
    standing = 0;
    for (ShadowDataset dataset : datasets.values()) {
      Collection<JobId> now = readers.apply(dataset.root());
      if (now == null) {
        dataset.leave();
      } else {
        dataset.readBy(now);
      }
      standing += dataset.standing();
    }
  }

  /** All datasets, those that would have written most first. */
  public synchronized List<Row> byDataset() {
    take();
    List<Row> rows = new ArrayList<>();
    datasets.values().forEach(d -> rows.add(new Row(d.root(), d.user(), d.counts())));
    rows.sort(
        Comparator.comparingLong((Row row) -> row.counts().fastBytesWritten())
            .reversed()
            .thenComparing(Row::dataset));
    return rows;
  }

  /** The sums by user, in the order of their names. */
  public synchronized Map<String, ShadowCounts> byUser() {
    take();
    Map<String, ShadowCounts> users = new TreeMap<>();
    datasets.values().forEach(d -> users.merge(d.user(), d.counts(), ShadowCounts::plus));
    return users;
  }

  /** The sum of all. */
  public synchronized ShadowCounts total() {
    take();
    return datasets.values().stream()
        .map(ShadowDataset::counts)
        .reduce(ShadowCounts.NONE, ShadowCounts::plus);
  }
}
