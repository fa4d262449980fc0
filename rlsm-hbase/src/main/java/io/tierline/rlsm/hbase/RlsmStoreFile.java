/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.KeyRange;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.PinnedStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * A store file some of whose rows may be superseded by other files of the store. Scans leave those
 * rows out and touch the file only when they reach a row that is live; whoever compacts the file as
 * a stock store would sees all of it.
 */
public final class RlsmStoreFile extends PinnedStoreFile {
  private static final List<KeyRange> EVERYTHING = List.of(KeyRange.ALL);

  private final LiveHistory history = new LiveHistory(EVERYTHING);

  /**
   * A file of a store, not opened yet, all of whose rows are live.
   *
   * @param info where the file is
   * @param bloom the family's type of Bloom filter; {@code NONE} ignores the file's
   * @param cache the family's use of the block cache
   * @param metrics counts uses of the Bloom filter, may be null
   */
  public RlsmStoreFile(
      StoreFileInfo info, BloomType bloom, CacheConfig cache, BloomFilterMetrics metrics) {
    super(info, bloom, cache, metrics);
  }

  /**
   * Sets the rows that are not superseded. Scanners that are open keep the rows that they began
   * with. To be called under the write lock of the store's files, in the same step that adds the
   * files which supersede the rest.
   *
   * @param ranges disjoint ranges in ascending order; null for all rows
   */
  public void setLive(List<KeyRange> ranges) {
    history.change(ranges == null ? EVERYTHING : List.copyOf(ranges));
  }

  /** The rows that are not superseded: disjoint ranges in ascending order. */
  public List<KeyRange> live() {
    return history.ranges();
  }

  /**
   * A scanner for compaction that sees only some rows, live or not. It streams, and opens its
   * stream only when it reaches one of them.
   *
   * @param ranges disjoint ranges in ascending order
   * @param useDropBehind whether the operating system may forget what was read, where the
   *     configuration agrees
   * @param readPt cells newer than this are not seen, except that compactions see all
   * @param order the scanner's rank among others where cells are equal; the higher is the newer
   * @throws IOException if the file cannot be opened
   */
  public StoreFileScanner compactionScanner(
      List<KeyRange> ranges, boolean useDropBehind, long readPt, long order) throws IOException {
    initReader();
    LiveRows rows = new LiveRows(List.copyOf(ranges));
    rows.acquire();
    return slice(
        rows, () -> openStream(useDropBehind, false, true, readPt, order, false), readPt, order);
  }

  @Override
  public StoreFileScanner getPreadScanner(
      boolean cacheBlocks, long readPt, long scannerOrder, boolean canOptimizeForNonNullColumn) {
    StoreFileReader shared = Objects.requireNonNull(getReader(), "the file is not open");
    return slice(
        history.acquire(),
        () ->
            shared.getStoreFileScanner(
                cacheBlocks, true, false, readPt, scannerOrder, canOptimizeForNonNullColumn),
        readPt,
        scannerOrder);
  }

  @Override
  public StoreFileScanner getStreamScanner(
      boolean canUseDropBehind,
      boolean cacheBlocks,
      boolean isCompaction,
      long readPt,
      long scannerOrder,
      boolean canOptimizeForNonNullColumn)
      throws IOException {
    if (isCompaction) {
      return super.getStreamScanner(
          canUseDropBehind, cacheBlocks, true, readPt, scannerOrder, canOptimizeForNonNullColumn);
    }
    initReader();
    return slice(
        history.acquireOldest(),
        () ->
            openStream(
                canUseDropBehind,
                cacheBlocks,
                false,
                readPt,
                scannerOrder,
                canOptimizeForNonNullColumn),
        readPt,
        scannerOrder);
  }

  @Override
  protected void pinned() {
    history.pin();
  }

  @Override
  protected void unpinned() {
    history.unpin();
  }

  /** Gives back the reference that a scanner has taken when it was made. */
  static void released(StoreFileReader reader) {
    release(reader);
  }

  private StoreFileScanner openStream(
      boolean dropBehind,
      boolean cache,
      boolean compaction,
      long readPt,
      long order,
      boolean noNull)
      throws IOException {
    if (getReader() == null) {
      throw new IOException("The file was closed under its scanner: " + this);
    }
    return super.getStreamScanner(dropBehind, cache, compaction, readPt, order, noNull);
  }

  private SliceScanner slice(
      LiveRows live, SliceScanner.Source source, long readPt, long scannerOrder) {
    RowRanges rows =
        live.rows(getComparator(), getFirstKey().orElse(null), getLastKey().orElse(null));
    StoreFileReader shared = getReader();
    boolean allVisible =
        getMaxMemStoreTS() <= readPt
            && (!shared.isBulkLoaded() || shared.getSequenceID() <= readPt);
    return new SliceScanner(shared, live, rows, source, allVisible, readPt, scannerOrder);
  }
}
