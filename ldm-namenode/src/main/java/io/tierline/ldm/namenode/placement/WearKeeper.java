/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.migration.FirstWrites;
import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.state.LaterFields;
import io.tierline.ldm.state.Records;
import io.tierline.ldm.state.StateStore;
import io.tierline.ldm.state.WearRecord;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.StorageContents;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps account of what LDM has written to each SSD, for longer than a NameNode runs.
 *
 * <p>Placement only counts blocks by node, without a lock. Every few seconds they are charged to
 * the node's SSDs, evenly, at the mean length of the blocks that lie on them: which volume takes a
 * block and how long it becomes is not known when it is placed, and nothing is kept per block.
 *
 * <p>Counts are kept in one small record for each SSD, written off the hot path, some records at a
 * time, those first that have changed most. A NameNode that dies forgets what was written since.
 */
public final class WearKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(WearKeeper.class);

  /** How often counts are kept. */
  public static final int SAVE_SECONDS = 10;

  /** Records written at a time: not more than six a second, however many SSDs there are. */
  static final int BATCH = 64;

  /** Of fewer the mean says little; bytes are told a heartbeat later than blocks. */
  private static final int LEAST_BLOCKS = 100;

  private static final long MIB = 1L << 20;

  private final SsdWear wear;
  private final StateStore store;
  private final long blockBytes;
  private final FirstWrites writes = new FirstWrites();
  private final Set<String> kept = new HashSet<>();
  private Records<WearRecord> found = Records.none();

  /**
   * Binds it to the accounts and to where they are kept.
   *
   * @param blockBytes length of a block on an SSD that has few yet
   */
  public WearKeeper(SsdWear wear, StateStore store, long blockBytes) {
    this.wear = wear;
    this.store = store;
    this.blockBytes = blockBytes;
  }

  /** The accounts. */
  public SsdWear wear() {
    return wear;
  }

  /** Takes note that a block was given an SSD of that node. Never blocks. */
  public void placed(String node) {
    writes.add(node);
  }

  /** Charges what was placed since the last call to the SSDs of those nodes. */
  void settle(List<DatanodeDescriptor> nodes) {
    Map<String, Long> placed = writes.collect();
    for (DatanodeDescriptor node : nodes) {
      long blocks = placed.getOrDefault(node.getDatanodeUuid(), 0L);
      if (blocks > 0) {
        List<String> ssds = ssdsOf(node);
        wear.placed(ssds, blocks * meanLength(List.of(node)));
      }
    }
  }

  private static List<String> ssdsOf(DatanodeDescriptor node) {
    List<String> ssds = new ArrayList<>();
    for (StorageReport report : node.getStorageReports()) {
      if (report.getStorage().getStorageType() == StorageType.SSD) {
        ssds.add(report.getStorage().getStorageID());
      }
    }
    return ssds;
  }

  /** Of the blocks on the SSDs of those nodes. */
  long meanLength(List<DatanodeDescriptor> nodes) {
    long bytes = 0;
    long blocks = 0;
    for (DatanodeDescriptor node : nodes) {
      for (var storage : node.getStorageInfos()) {
        if (storage.getStorageType() == StorageType.SSD) {
          bytes += StorageContents.bytes(storage);
          blocks += StorageContents.blocks(storage);
        }
      }
    }
    return blocks < LEAST_BLOCKS ? blockBytes : Math.min(blockBytes, Math.max(1, bytes / blocks));
  }

  /** True when the SSDs of the node are to be left alone: one of them has no block's bytes left. */
  boolean isWorn(DatanodeDescriptor node) {
    return ssdsOf(node).stream().anyMatch(ssd -> wear.isWorn(ssd, blockBytes));
  }

  /** Reads what an earlier term has kept; {@link #load} goes by it. */
  public synchronized void read() throws IOException {
    found = Records.readAll(store, WearRecord::decode);
  }

  /** Counts what was read. */
  public synchronized void load() {
    found
        .damaged()
        .forEach(
            (name, why) ->
                LOG.warn("LDM passes over the record {} of wear: {}", name, Printable.of(why)));
    kept.clear();
    for (WearRecord record : found.whole()) {
      kept.add(record.storage());
      wear.takeOver(
          new SsdWear.Counts(
              record.storage(), record.hour(), bytes(record.moved()), bytes(record.all())));
    }
    found = Records.none();
  }

  /**
   * Keeps what has changed most, and forgets volumes that were not written to for a day.
   *
   * @throws IOException when it cannot be kept now; it is tried again with the next call
   */
  public synchronized void save() throws IOException {
    Deque<SsdWear.Counts> unsaved = new ArrayDeque<>(wear.takeUnsaved(BATCH));
    try {
      while (!unsaved.isEmpty()) {
        save(unsaved.peek());
        unsaved.remove();
      }
    } finally {
      unsaved.forEach(counts -> wear.notSaved(counts.ssd()));
    }
    forgetUnused();
    wear.prune();
  }

  private void save(SsdWear.Counts counts) throws IOException {
    WearRecord record =
        new WearRecord(counts.ssd(), counts.hour(), mib(counts.moved()), mib(counts.all()));
    String name = WearRecord.name(counts.ssd());
    store.put(name, LaterFields.kept(store.read(name), record.encode(store.format())));
    kept.add(counts.ssd());
  }

  private void forgetUnused() throws IOException {
    List<String> unused = kept.stream().filter(ssd -> wear.used(ssd) == 0).limit(BATCH).toList();
    for (String ssd : unused) {
      store.remove(WearRecord.name(ssd));
      kept.remove(ssd);
    }
  }

  private static long[] mib(long[] bytes) {
    return Arrays.stream(bytes).map(count -> -Math.floorDiv(-count, MIB)).toArray();
  }

  private static long[] bytes(long[] mib) {
    return Arrays.stream(mib).map(count -> count * MIB).toArray();
  }
}
