/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;

/**
 * The files of a store at one moment, and which of them a read must look into. Immutable but for
 * the counters of what scans pay.
 */
final class StoreState {

  /** A file that a scan must seek in costs it about one data block; bytes. */
  private static final long SEEK_BYTES = 64 << 10;

  private final ImmutableList<HStoreFile> files;
  private final Layout layout;
  private final Map<FileMeta, RlsmStoreFile> fileOf;
  private final Layout.Limits links;
  private final Map<Partition, LongAdder> scanDebt = new HashMap<>();

  private StoreState(
      ImmutableList<HStoreFile> files, Map<FileMeta, RlsmStoreFile> fileOf, Layout.Limits links) {
    this.files = files;
    this.fileOf = fileOf;
    this.links = links;
    this.layout = Layout.of(fileOf.keySet(), links);
    layout.partitions().forEach(partition -> scanDebt.put(partition, new LongAdder()));
  }

  /** The state of a store without files. */
  static StoreState empty(Layout.Limits links) {
    return new StoreState(ImmutableList.of(), Map.of(), links);
  }

  /**
   * The state that follows when the store has other files. What scans have paid is kept for
   * partitions that were not folded.
   *
   * @param now open store files, oldest first
   */
  StoreState with(ImmutableList<HStoreFile> now) {
    StoreState next = new StoreState(now, FileMetas.ofAll(now), links);
    next.scanDebt.forEach((partition, debt) -> debt.add(debtOfSame(partition)));
    return next;
  }

  private long debtOfSame(Partition partition) {
    FileMeta oldest = partition.files().get(0);
    return layout
        .partitionOf(oldest.span().orElseThrow().start())
        .filter(mine -> mine.files().get(0).equals(oldest))
        .map(this::scanDebt)
        .orElse(0L);
  }

  ImmutableList<HStoreFile> files() {
    return files;
  }

  Layout layout() {
    return layout;
  }

  RlsmStoreFile file(FileMeta meta) {
    return fileOf.get(meta);
  }

  /** The bytes that scans have read in a partition only because it has more than one file. */
  long scanDebt(Partition partition) {
    LongAdder debt = scanDebt.get(partition);
    return debt == null ? 0 : debt.sum();
  }

  /** The bytes that scans have read only because partitions have more than one file. */
  long scanDebt() {
    return scanDebt.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** The most files that a read of one row may have to look into. */
  int mostSources() {
    return layout.maxDepth() + layout.level0().size();
  }

  /** The files that may have rows of a range. */
  Collection<HStoreFile> filesIn(KeyRange range) {
    List<FileMeta> found = layout.filesIn(range);
    ImmutableList.Builder<HStoreFile> open = ImmutableList.builderWithExpectedSize(found.size());
    found.forEach(meta -> open.add(fileOf.get(meta)));
    return open.build();
  }

  /** Notes that a scan has started at a row. */
  void scanned(byte[] start) {
    Optional<Partition> partition = layout.partitionOf(start);
    int surplus = partition.map(Partition::depth).orElse(0) - 1;
    if (surplus > 0) {
      scanDebt.get(partition.get()).add(surplus * SEEK_BYTES);
    }
  }
}
