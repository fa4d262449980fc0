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

/** Flushes as the stock engine does, and notes in the file which delete markers it has. */
final class RlsmStoreFlusher extends DefaultStoreFlusher {

  RlsmStoreFlusher(Configuration conf, HStore store) {
    super(conf, store);
  }

  @Override
  protected void performFlush(InternalScanner scanner, CellSink sink, ThroughputController control)
      throws IOException {
    if (sink instanceof StoreFileWriter writer) {
      CountingSink counting = new CountingSink(writer);
      super.performFlush(scanner, counting, control);
      RlsmFileInfo info =
          new RlsmFileInfo(Role.FLUSH, counting.deletes(), counting.versionDeletes(), Double.NaN);
      writer.appendFileInfo(RlsmFileInfo.KEY, info.toBytes());
    } else {
      super.performFlush(scanner, sink, control);
    }
  }
}
