/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.MetricsRegionServer;

/**
 * A region server that tells of each flush and compaction. HBase's metrics keep only percentiles of
 * recent ones, and coprocessors are not asked by every engine; the call that updates the metrics is
 * made by HStore and HRegion themselves, whatever the engine.
 */
public final class MeteredRegionServer extends HRegionServer {
  private final StoreEvents events = new StoreEvents();
  private MetricsRegionServer told;

  /** Called by HBase. */
  public MeteredRegionServer(Configuration conf) throws IOException {
    super(conf);
  }

  StoreEvents events() {
    return events;
  }

  @Override
  public synchronized MetricsRegionServer getMetrics() {
    MetricsRegionServer given = super.getMetrics();
    if (told == null && given != null) {
      told = new Told(given, getConfiguration(), events);
    }
    return told;
  }

  /** The metrics of each table stay with those given, which alone are told of them. */
  private static final class Told extends MetricsRegionServer {
    private final MetricsRegionServer given;
    private final StoreEvents events;

    Told(MetricsRegionServer given, Configuration conf, StoreEvents events) {
      super(given.getRegionServerWrapper(), conf, null);
      this.given = given;
      this.events = events;
    }

    @Override
    public void updateFlush(String table, long millis, long memstoreBytes, long fileBytes) {
      given.updateFlush(table, millis, memstoreBytes, fileBytes);
      events.flushed(table, fileBytes);
    }

    @Override
    public void updateCompaction(
        String table,
        boolean major,
        long millis,
        int inputs,
        int outputs,
        long inputBytes,
        long outputBytes) {
      given.updateCompaction(table, major, millis, inputs, outputs, inputBytes, outputBytes);
      events.compacted(table, millis, inputBytes, outputBytes);
    }
  }
}
