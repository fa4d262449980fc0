/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.BloomFilterChunk;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Hash;

/** The row filter of a file as HBase writes and asks it, its one chunk in memory. */
final class HBaseBloom {
  /** {@code io.storefile.bloom.block.size}, in bytes. */
  private static final int CHUNK = 128 * 1024;

  /** {@code io.storefile.bloom.error.rate}. */
  private static final double ERROR_RATE = 0.01;

  /** {@code io.storefile.bloom.max.fold}. */
  private static final int FOLDS = 7;

  private static final Hash HASH = Hash.getInstance(Hash.MURMUR_HASH);

  private final ByteBuff bits;
  private final int size;
  private final int hashes;

  HBaseBloom(int file, int rows) {
    BloomFilterChunk chunk =
        BloomFilterUtil.createBySize(CHUNK, ERROR_RATE, Hash.MURMUR_HASH, FOLDS, BloomType.ROW);
    if (rows > chunk.getMaxKeys()) {
      throw new IllegalArgumentException(rows + " rows need more than one chunk");
    }
    chunk.allocBloom();
    for (int i = 0; i < rows; i++) {
      chunk.add(new KeyValue(PartitionIndexBenchmark.row(file, i), new byte[] {'f'}, new byte[0]));
    }
    chunk.compactBloom();
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try {
      chunk.writeBloom(new DataOutputStream(written));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bits = new SingleByteBuff(ByteBuffer.wrap(written.toByteArray()));
    size = written.size();
    hashes = chunk.getHashCount();
  }

  boolean mayContain(byte[] row) {
    return BloomFilterUtil.contains(row, 0, row.length, bits, 0, size, HASH, hashes);
  }
}
