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
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final ImmutableList<HStoreFile> allRows;
  private final ReadIndex index;
  private final int linksMax;
  private final Map<Partition, LongAdder> scanDebt = new HashMap<>();

  private StoreState(
      ImmutableList<HStoreFile> files,
      Map<FileMeta, RlsmStoreFile> fileOf,
      ReadIndex before,
      int linksMax) {
    this.files = files;
    this.fileOf = fileOf;
    this.linksMax = linksMax;
    this.layout = Layout.of(fileOf.keySet(), linksMax);
    Map<FileMeta, HStoreFile> viewOf = new HashMap<>();
    for (FileMeta meta : layout.files()) {
      viewOf.put(meta, view(meta, fileOf.get(meta), layout.live(meta)));
    }
    this.allRows =
        layout.files().stream()
            .filter(meta -> !layout.live(meta).isEmpty())
            .map(viewOf::get)
            .collect(ImmutableList.toImmutableList());
    this.index = before.with(layout, viewOf::get, meta -> fileOf.get(meta).sketch());
    layout.partitions().forEach(partition -> scanDebt.put(partition, new LongAdder()));
  }

  /** What a scan sees of a file. It keeps seeing that while later folds supersede more. */
  private static HStoreFile view(FileMeta meta, RlsmStoreFile file, List<KeyRange> live) {
    boolean whole = meta.span().map(List::of).orElse(List.of()).equals(live);
    return whole ? file : new SliceView(file, live);
  }

  /**
   * The state of a store without files.
   *
   * @param indexMaxBytes heap that its partition index may take; bytes
   * @param linksMax slices of a partition beyond which a flush is not linked to it
   */
  static StoreState empty(long indexMaxBytes, int linksMax) {
    return new StoreState(ImmutableList.of(), Map.of(), ReadIndex.empty(indexMaxBytes), linksMax);
  }

  /** Half of the slice cap: flushes alone must not reach it. */
  static int linksMax(int slicesMax) {
    return slicesMax / 2;
  }

  /**
   * The state that follows when the store has other files. What scans have paid is kept for
   * partitions that are as they were.
   *
   * @param now open store files, oldest first
   */
  StoreState with(ImmutableList<HStoreFile> now) {
    StoreState next = new StoreState(now, FileMetas.ofAll(now), index, linksMax);
    next.scanDebt.forEach((partition, debt) -> debt.add(debtOfSame(partition)));
    return next;
  }

  private long debtOfSame(Partition partition) {
    Partition mine = layout.partitionOf(partition.range().start());
    boolean same = mine.range().equals(partition.range()) && mine.bases().equals(partition.bases());
    return same ? scanDebt(mine) : 0;
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

  /** Heap that the partition index takes; bytes. */
  long indexBytes() {
    return index.heapBytes();
  }

  /**
   * Which fraction of new cells replaces older ones, as the newest base's fold has found; 1 if no
   * fold has been.
   */
  double superseded() {
    return files.reverse().stream()
        .map(file -> ((RlsmStoreFile) file).info())
        .filter(Objects::nonNull)
        .filter(info -> info.role() == Role.BASE)
        .findFirst()
        .map(RlsmFileInfo::superseded)
        .orElse(1.0);
  }

  /** The bytes that scans have read in a partition only because it has more than one source. */
  long scanDebt(Partition partition) {
    LongAdder debt = scanDebt.get(partition);
    return debt == null ? 0 : debt.sum();
  }

  /** The most files that a read of one row may have to look into. */
  int mostSources() {
    int most = 0;
    for (int i = 0; i < layout.partitions().size(); i++) {
      most = Math.max(most, index.sources(i));
    }
    return most;
  }

  /** What a scan of all rows reads. */
  Collection<HStoreFile> allRows() {
    return allRows;
  }

  /** The files that may hold a row. */
  Collection<HStoreFile> filesOfRow(byte[] row) {
    return index.filesOfRow(layout.indexOf(row), row);
  }

  /** The files that may hold rows from the first to the last, both included. */
  Collection<HStoreFile> filesOfRows(byte[] first, byte[] last) {
    return index.filesOfPartitions(layout.indexOf(first), layout.indexOf(last));
  }

  /** Notes that a scan has started at a row. */
  void scanned(byte[] start) {
    int at = layout.indexOf(start);
    int surplus = index.sources(at) - 1;
    if (surplus > 0) {
      scanDebt.get(layout.partitions().get(at)).add(surplus * SEEK_BYTES);
    }
  }
}
