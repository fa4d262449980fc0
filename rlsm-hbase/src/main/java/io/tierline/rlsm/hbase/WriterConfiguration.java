/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.BloomFilterFactory;

/**
 * A store's configuration, cheap to copy. HBase makes a copy for every file that is written ({@code
 * HFileBlock.Writer}, for what predicts compressed sizes), of what the configuration itself holds:
 * of a store's that is not what it answers, but a thousand and more of Hadoop's defaults. For a
 * file of a megabyte that took longer than all else that making it takes. This one holds nothing
 * and answers what the store's answers.
 *
 * <p>But for one thing: HBase makes each chunk of a Bloom filter large enough for a hundred
 * thousand rows, and folds it to what was needed when the file ends. Where memory stores are
 * flushed at a few megabytes no file has so many rows, and folding chunks took 7 % of the processor
 * time of compactions. There chunks are smaller, unless an operator has chosen their size.
 */
final class WriterConfiguration extends Configuration {

  /** HBase's default; bytes. */
  private static final int BLOOM_CHUNK = 128 << 10;

  private static final int LEAST_BLOOM_CHUNK = 8 << 10;

  /** A row of less than 80 bytes fills it, at ten bits a row. */
  private static final int FLUSH_BYTES_OF_CHUNK_BYTE = 64;

  private final Configuration store;
  private final int bloomChunk;

  /**
   * What files of a store are written with.
   *
   * @param flushBytes the size at which its memory store is flushed
   */
  WriterConfiguration(Configuration store, long flushBytes) {
    super(false);
    this.store = store;
    long wanted = Long.highestOneBit(Math.max(1, flushBytes / FLUSH_BYTES_OF_CHUNK_BYTE));
    this.bloomChunk = (int) Math.max(LEAST_BLOOM_CHUNK, Math.min(BLOOM_CHUNK, wanted));
    setClassLoader(store.getClassLoader());
  }

  @Override
  public String get(String name) {
    return BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE.equals(name)
            && bloomChunk < BLOOM_CHUNK
            && store.getInt(name, BLOOM_CHUNK) == BLOOM_CHUNK
        ? Integer.toString(bloomChunk)
        : store.get(name);
  }

  @Override
  public String getRaw(String name) {
    return store.getRaw(name);
  }

  @Override
  public String get(String name, String otherwise) {
    return store.get(name, otherwise);
  }

  @Override
  public Class<?> getClassByName(String name) throws ClassNotFoundException {
    return store.getClassByName(name);
  }

  @Override
  public int size() {
    return store.size();
  }

  @Override
  public Iterator<Map.Entry<String, String>> iterator() {
    return store.iterator();
  }

  /** Whoever writes a file has nothing to set. */
  @Override
  public void set(String name, String value, String source) {
    throw new UnsupportedOperationException(name + " cannot be set for one file");
  }
}
