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
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * A store file as far as its cells lie in given ranges: what a partition, or a compaction, reads of
 * it. The file's reader and reference count are shared; a view is never closed by itself.
 */
final class SliceView extends HStoreFile {

  private final RlsmStoreFile file;
  private final RowRanges rows;

  SliceView(RlsmStoreFile file, List<KeyRange> ranges) {
    // The view has no Bloom filter of its own to load: the file's reader has it.
    super(file.getFileInfo(), BloomType.NONE, file.getCacheConf());
    this.file = file;
    this.rows = file.rows(ranges);
  }

  @Override
  public StoreFileScanner getPreadScanner(
      boolean cacheBlocks, long readPt, long order, boolean canOptimizeForNonNullColumn) {
    return file.preadScanner(rows, cacheBlocks, readPt, order, canOptimizeForNonNullColumn);
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
    return file.streamScanner(
        rows,
        canUseDropBehind,
        cacheBlocks,
        isCompaction,
        readPt,
        order,
        canOptimizeForNonNullColumn);
  }

  @Override
  public void initReader() throws IOException {
    file.initReader();
  }

  @Override
  public StoreFileReader getReader() {
    return file.getReader();
  }

  @Override
  public void closeStoreFile(boolean evictOnClose) {
    // The file is closed by the store that owns it.
  }

  @Override
  public Optional<Cell> getFirstKey() {
    return file.getFirstKey();
  }

  @Override
  public Optional<Cell> getLastKey() {
    return file.getLastKey();
  }

  @Override
  public CellComparator getComparator() {
    return file.getComparator();
  }

  @Override
  public long getMaxMemStoreTS() {
    return file.getMaxMemStoreTS();
  }

  @Override
  public long getMaxSequenceId() {
    return file.getMaxSequenceId();
  }

  @Override
  public boolean isMajorCompactionResult() {
    return file.isMajorCompactionResult();
  }

  @Override
  public boolean excludeFromMinorCompaction() {
    return file.excludeFromMinorCompaction();
  }

  @Override
  public byte[] getMetadataValue(byte[] key) {
    return file.getMetadataValue(key);
  }

  @Override
  public boolean isBulkLoadResult() {
    return file.isBulkLoadResult();
  }

  @Override
  public OptionalLong getBulkLoadTimestamp() {
    return file.getBulkLoadTimestamp();
  }

  @Override
  public boolean isCompactedAway() {
    return file.isCompactedAway();
  }
}
