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
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.LateStream;
import org.apache.hadoop.hbase.regionserver.LazyFileScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * A store file whose scanners touch it only when they reach its rows: a scan with an open end is
 * given the files of all partitions that follow.
 */
final class RlsmStoreFile extends HStoreFile {

  private static final String OPENING = "opening a scanner of a file";

  private final EngineGuard guard;
  private final BloomFilterMetrics metrics;
  private final boolean isCached;
  private volatile String physicalName;

  /** Null until they are asked for. */
  private volatile Optional<FileRows> rows;

  private boolean hasBloomFilter;

  /** Null if there is none to be asked in memory. */
  private RowFilter filter;

  private RlsmFileInfo info;
  private FileMeta meta;

  /** Null if the file is always read by itself. */
  private volatile ChainPlace place;

  RlsmStoreFile(
      StoreFileInfo info,
      BloomType bloom,
      CacheConfig cache,
      BloomFilterMetrics metrics,
      EngineGuard guard) {
    super(info, bloom, cache, metrics);
    this.guard = guard;
    this.metrics = metrics;
    this.isCached = cache.getBlockCache().isPresent();
  }

  /** The name of the HFile itself, also of one that another region or table owns. */
  String physicalName() {
    // Asked for each time that the store's files change, and told by patterns.
    if (physicalName == null) {
      physicalName = FileMetas.physicalName(getPath());
    }
    return physicalName;
  }

  /**
   * Reads what the file says of itself. To be called once, when the file is open and before another
   * thread sees it.
   */
  void describe() {
    try {
      hasBloomFilter = getReader().getBloomFilterType() != BloomType.NONE;
      filter = isCached ? RowFilter.of(getReader(), metrics, guard) : null;
      info = FileMetas.info(this);
    } catch (RuntimeException | Error e) {
      // Then it is treated as a file of another engine.
      guard.failed("reading what a file says of itself", e);
    }
  }

  /** Whether a get need not read a block to learn that a row is not there. */
  boolean hasBloomFilter() {
    return hasBloomFilter;
  }

  /** Whether the file may have a row, by what is in memory. */
  boolean mayHold(HashedRow row) {
    return filter == null || filter.mayHold(row);
  }

  /** Null if there is none to be asked in memory. */
  RowFilter filter() {
    return filter;
  }

  /** What the file says of itself; null if RLSM has not written it. */
  RlsmFileInfo info() {
    return info;
  }

  /** What the core must know of the file, under a name that is unique in its store. */
  synchronized FileMeta meta(String name) {
    if (meta == null || !meta.name().equals(name)) {
      meta = FileMetas.of(this, name, info);
    }
    return meta;
  }

  @Override
  public StoreFileScanner getPreadScanner(
      boolean cacheBlocks, long readPt, long order, boolean canOptimizeForNonNullColumn) {
    StoreFileReader shared = Objects.requireNonNull(getReader(), "the file is not open");
    if (!guard.isOff()) {
      try {
        RlsmFileScanner scanner =
            new RlsmFileScanner(
                this,
                LazyFileScanner.cellsOf(shared, cacheBlocks),
                false,
                readPt,
                order,
                canOptimizeForNonNullColumn);
        return ScannerGroup.join(scanner, place, order, readPt, false);
      } catch (RuntimeException | Error e) {
        guard.failed(OPENING, e);
      }
    }
    return super.getPreadScanner(cacheBlocks, readPt, order, canOptimizeForNonNullColumn);
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
    initReader();
    if (!guard.isOff()) {
      try {
        LateStream cells =
            new LateStream(
                getReader(),
                () ->
                    super.getStreamScanner(
                        canUseDropBehind,
                        cacheBlocks,
                        isCompaction,
                        readPt,
                        order,
                        canOptimizeForNonNullColumn),
                cacheBlocks,
                isCompaction);
        RlsmFileScanner scanner =
            new RlsmFileScanner(
                this, cells, isCompaction, readPt, order, canOptimizeForNonNullColumn);
        return isCompaction ? scanner : ScannerGroup.join(scanner, place, order, readPt, true);
      } catch (RuntimeException | Error e) {
        guard.failed(OPENING, e);
      }
    }
    return super.getStreamScanner(
        canUseDropBehind, cacheBlocks, isCompaction, readPt, order, canOptimizeForNonNullColumn);
  }

  /** Says where the file stands among those of its store; null if it is always read by itself. */
  void isAt(ChainPlace now) {
    place = now;
  }

  /** The rows of the open file, which do not change; null if it has no cells. */
  FileRows rows() {
    // Every get asks for them. Two threads that come first both find the same.
    Optional<FileRows> known = rows;
    if (known == null) {
      known = Optional.ofNullable(FileRows.of(this));
      rows = known;
    }
    return known.orElse(null);
  }

  /** Whether no cell of the open file is newer than a read point. */
  boolean allVisible(long readPt) {
    StoreFileReader shared = getReader();
    return getMaxMemStoreTS() <= readPt
        && (!shared.isBulkLoaded() || shared.getSequenceID() <= readPt);
  }
}
