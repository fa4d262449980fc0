/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta.Role;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.CellSink;
import org.apache.hadoop.hbase.regionserver.DefaultStoreFlusher;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * Flushes as the stock engine does, and notes in the file which delete markers it has. A flush that
 * fails ends the region server; a file that says nothing of itself is as good as any other
 * engine's.
 */
final class RlsmStoreFlusher extends DefaultStoreFlusher {

  private final EngineGuard guard;

  RlsmStoreFlusher(Configuration conf, HStore store, EngineGuard guard) {
    super(conf, store);
    this.guard = guard;
  }

  @Override
  protected void performFlush(InternalScanner scanner, CellSink sink, ThroughputController control)
      throws IOException {
    CountingSink counting = counting(sink);
    super.performFlush(scanner, counting == null ? sink : counting, control);
    if (counting != null) {
      describe(counting);
    }
  }

  private CountingSink counting(CellSink sink) {
    try {
      if (!guard.isOff() && sink instanceof StoreFileWriter writer) {
        return new CountingSink(writer, SelectiveDeletes.in(store));
      }
    } catch (IOException | RuntimeException | Error e) {
      guard.failed("counting what is flushed", e);
    }
    return null;
  }

  private void describe(CountingSink counted) throws IOException {
    Throwable fault = counted.fault();
    if (fault == null) {
      try {
        RlsmFileInfo info = counted.info(Role.FLUSH, counted.deletes());
        counted.writer().appendFileInfo(RlsmFileInfo.KEY, info.toBytes());
        return;
      } catch (RuntimeException | Error e) {
        fault = e;
      }
    }
    guard.failed("noting what was flushed", fault);
  }
}
