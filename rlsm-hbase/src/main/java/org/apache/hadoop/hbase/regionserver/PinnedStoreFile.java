/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;

/**
 * A store file that is told when the store pins it, and the way to give back what a scanner's
 * constructor took. It lives here because both are package-private in HBase.
 *
 * <p>The store pins a file, under the lock that guards the set of files, from the moment that a
 * reader has chosen it until that reader's scanners exist. A pin that is still held when that lock
 * has been released (after a flush, while the open scanners are told) means that somebody chose the
 * file by an older set of files than the present one.
 */
public abstract class PinnedStoreFile extends HStoreFile {

  /**
   * As {@link HStoreFile#HStoreFile(StoreFileInfo, BloomType, CacheConfig, BloomFilterMetrics)}.
   */
  protected PinnedStoreFile(
      StoreFileInfo info, BloomType bloom, CacheConfig cache, BloomFilterMetrics metrics) {
    super(info, bloom, cache, metrics);
  }

  /** The store has chosen the file for a reader whose scanners do not exist yet. */
  protected abstract void pinned();

  /** The scanners of that reader exist, or never will. */
  protected abstract void unpinned();

  @Override
  long increaseRefCount() {
    pinned();
    return super.increaseRefCount();
  }

  @Override
  long decreaseRefCount() {
    long count = super.decreaseRefCount();
    unpinned();
    return count;
  }

  /** Gives back the reference that the constructor of a {@link StoreFileScanner} has taken. */
  protected static void release(StoreFileReader reader) {
    reader.readCompleted();
  }
}
