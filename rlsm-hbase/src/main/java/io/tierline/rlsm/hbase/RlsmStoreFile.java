/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.index.RowSketch;
import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * A store file whose scanners touch it only when they reach its rows. The file itself shows all of
 * its cells; a {@link SliceView} leaves out those that are superseded. What is superseded does no
 * harm if it is seen, so that a scanner that outlives the layout it was chosen by is made on the
 * file.
 */
final class RlsmStoreFile extends HStoreFile {

  private volatile RowRanges rows;
  private RlsmFileInfo info;
  private RowSketch sketch;
  private FileMeta meta;
  private volatile boolean chosenForFold;
  private long flushBytes;

  RlsmStoreFile(
      StoreFileInfo info, BloomType bloom, CacheConfig cache, BloomFilterMetrics metrics) {
    super(info, bloom, cache, metrics);
  }

  /**
   * Reads what the file says of itself. To be called once, when the file is open and before another
   * thread sees it.
   *
   * @param storeFlushBytes the size at which the store's memory is flushed; bytes
   * @param indexed whether the store has a partition index, for which the rows' sketch is read
   */
  void describe(long storeFlushBytes, boolean indexed) {
    flushBytes = storeFlushBytes;
    info = FileMetas.info(this);
    boolean base = info != null && info.role() == FileMeta.Role.BASE;
    sketch = indexed && !base ? SketchBlock.read(this) : null;
  }

  /** What a run or a base says of itself; null for any other file. */
  RlsmFileInfo info() {
    return info;
  }

  /** The sketch of the file's rows; null if it has none or none is needed. */
  RowSketch sketch() {
    return sketch;
  }

  /** What the core must know of the file, under a name that is unique in its store. */
  synchronized FileMeta meta(String name) {
    if (meta == null || !meta.name().equals(name)) {
      meta = FileMetas.of(this, name, info, flushBytes);
    }
    return meta;
  }

  /**
   * Notes what a compaction that gives the file up has chosen it for. It holds while HBase counts
   * the file among those being compacted.
   *
   * @param fold whether no fold may be begun meanwhile
   */
  void choose(boolean fold) {
    chosenForFold = fold;
  }

  /** Whether the compaction that has chosen the file last is one beside which nothing is folded. */
  boolean isChosenForFold() {
    return chosenForFold;
  }

  /** All rows of the file, which must be open. */
  private RowRanges rows() {
    RowRanges all = rows;
    if (all == null) {
      all = rows(List.of(KeyRange.ALL));
      rows = all;
    }
    return all;
  }

  /** Ranges of rows, as scanners over this file look them up; the file must be open. */
  RowRanges rows(List<KeyRange> ranges) {
    return RowRanges.of(
        getComparator(), ranges, getFirstKey().orElse(null), getLastKey().orElse(null));
  }

  @Override
  public StoreFileScanner getPreadScanner(
      boolean cacheBlocks, long readPt, long order, boolean canOptimizeForNonNullColumn) {
    return preadScanner(rows(), cacheBlocks, readPt, order, canOptimizeForNonNullColumn);
  }

  @Override
  public StoreFileScanner getStreamScanner(
      boolean canUseDropBehind,
      boolean cacheBlocks,
      boolean isCompaction,
      long readPt,
      long order,
      boolean canOptimizeForNonNullColumn)
      throws IOException {
    return streamScanner(
        rows(),
        canUseDropBehind,
        cacheBlocks,
        isCompaction,
        readPt,
        order,
        canOptimizeForNonNullColumn);
  }

  /** As {@link #getPreadScanner}, over some rows. */
  StoreFileScanner preadScanner(
      RowRanges part,
      boolean cacheBlocks,
      long readPt,
      long order,
      boolean canOptimizeForNonNullColumn) {
    StoreFileReader shared = Objects.requireNonNull(getReader(), "the file is not open");
    return new SliceScanner(
        shared,
        part,
        () ->
            shared.getStoreFileScanner(
                cacheBlocks, true, false, readPt, order, canOptimizeForNonNullColumn),
        allVisible(readPt),
        readPt,
        order);
  }

  /** As {@link #getStreamScanner}, over some rows. */
  StoreFileScanner streamScanner(
      RowRanges part,
      boolean canUseDropBehind,
      boolean cacheBlocks,
      boolean isCompaction,
      long readPt,
      long order,
      boolean canOptimizeForNonNullColumn)
      throws IOException {
    initReader();
    return new SliceScanner(
        getReader(),
        part,
        () ->
            super.getStreamScanner(
                canUseDropBehind,
                cacheBlocks,
                isCompaction,
                readPt,
                order,
                canOptimizeForNonNullColumn),
        allVisible(readPt),
        readPt,
        order);
  }

  /** Whether no cell of the open file is newer than a read point. */
  private boolean allVisible(long readPt) {
    StoreFileReader shared = getReader();
    return getMaxMemStoreTS() <= readPt
        && (!shared.isBulkLoaded() || shared.getSequenceID() <= readPt);
  }
}
