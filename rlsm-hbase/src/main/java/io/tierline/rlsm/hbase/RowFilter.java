/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CompoundBloomFilter;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;

/**
 * A file's Bloom filter of rows, asked where it lies in memory. HBase makes a scanner of each file
 * and a key of its name, looks into the block cache and hashes the row twice, for every file; that
 * takes most of the time of a get of a row that is not there.
 *
 * <p>The chunks stay HBase's, in its block cache. They are known here as long as they are there,
 * and by nothing that keeps them from being evicted. Nothing is read from a file: what is not known
 * may hold every row, and HBase asks it.
 */
final class RowFilter {

  /** Every so many-th question goes to HBase, so that its block cache knows what is in use. */
  private static final int HBASE_ONE_IN = 16;

  private final CompoundBloomFilter bloom;
  private final BloomFilterMetrics metrics;
  private final EngineGuard guard;
  private final AtomicReferenceArray<WeakReference<HFileBlock>> chunks;

  /** Of all threads; that some are not counted does no harm. */
  private int asked;

  private volatile boolean isOff;

  private RowFilter(CompoundBloomFilter bloom, BloomFilterMetrics metrics, EngineGuard guard) {
    this.bloom = bloom;
    this.metrics = metrics;
    this.guard = guard;
    this.chunks = new AtomicReferenceArray<>(bloom.getNumChunks());
  }

  /** The filter of an open file; null if it has none of rows. */
  static RowFilter of(StoreFileReader reader, BloomFilterMetrics metrics, EngineGuard guard) {
    return reader.getBloomFilterType() == BloomType.ROW
            && reader.getGeneralBloomFilter() instanceof CompoundBloomFilter bloom
        ? new RowFilter(bloom, metrics, guard)
        : null;
  }

  /** Whether the file may have a row. */
  boolean mayHold(HashedRow row) {
    if (isOff || asked++ % HBASE_ONE_IN == 0) {
      return true;
    }
    int at = chunkOf(row.row());
    WeakReference<HFileBlock> known = at < 0 ? null : chunks.get(at);
    HFileBlock chunk = known == null ? null : known.get();
    if (chunk == null || isIn(chunk, row)) {
      return true;
    }
    if (metrics != null) {
      metrics.incrementRequests(false);
    }
    return false;
  }

  private boolean isIn(HFileBlock chunk, HashedRow row) {
    return row.isIn(
        chunk.getBufferReadOnly(),
        chunk.headerSize(),
        chunk.getUncompressedSizeWithoutHeader(),
        bloom.getHash(),
        bloom.getHashCount());
  }

  /** HBase has asked the filter for a row itself: its block cache has the chunk now. */
  void asked(byte[] row) {
    if (isOff) {
      return;
    }
    try {
      int at = chunkOf(row);
      if (at >= 0 && !isKnown(at)) {
        learn(at);
      }
    } catch (RuntimeException | Error e) {
      isOff = true;
      guard.failed("looking for a Bloom filter in memory", e);
    }
  }

  private boolean isKnown(int chunk) {
    WeakReference<HFileBlock> known = chunks.get(chunk);
    return known != null && known.get() != null;
  }

  private void learn(int at) {
    HFileBlock chunk = bloom.getBloomBlock(at);
    try {
      if (chunk.isSharedMem()) {
        // A cache outside the heap gives the memory to another block once nobody reads it.
        isOff = true;
      } else {
        chunks.set(at, new WeakReference<>(chunk));
      }
    } finally {
      chunk.release();
    }
  }

  private int chunkOf(byte[] row) {
    return bloom.getBloomIndex().rootBlockContainingKey(row, 0, row.length);
  }
}
