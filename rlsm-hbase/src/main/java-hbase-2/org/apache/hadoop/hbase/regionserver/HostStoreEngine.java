/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;

/** HBase 2's store engine, with the same methods to override in every version of HBase. */
public abstract class HostStoreEngine
    extends StoreEngine<DefaultStoreFlusher, CompactionPolicy, Compactor<?>, StoreFileManager> {

  /**
   * Puts the results of a compaction in the place of what was compacted.
   *
   * @param replaced what was compacted
   * @param results what was written
   * @param stock does it as HBase does
   * @param actionUnderLock what HBase has to do when nobody else changes the store
   */
  protected abstract void replaceStoreFiles(
      Collection<HStoreFile> replaced,
      Collection<HStoreFile> results,
      StockReplacement stock,
      Runnable actionUnderLock)
      throws IOException;

  @Override
  public void replaceStoreFiles(
      Collection<HStoreFile> replaced,
      Collection<HStoreFile> results,
      IOExceptionRunnable walMarkerWriter,
      Runnable actionUnderLock)
      throws IOException {
    replaceStoreFiles(
        replaced,
        results,
        action -> super.replaceStoreFiles(replaced, results, walMarkerWriter, action),
        actionUnderLock);
  }
}
