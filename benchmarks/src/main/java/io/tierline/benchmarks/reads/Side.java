/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.benchmarks.reads.Workload.Read;
import io.tierline.benchmarks.ycsb.Engine;
import io.tierline.benchmarks.ycsb.MeteredRegionServer;
import io.tierline.benchmarks.ycsb.Rows;
import io.tierline.benchmarks.ycsb.Server;
import io.tierline.benchmarks.ycsb.StoreReads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.ResizableBlockCache;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One engine: a table of one region on a region server of its own. It is asked in the region
 * itself, by the calls that a region server makes for a client, so that the thread that asks does
 * all the work and no other work is in its time.
 */
final class Side {
  /** Rows after which a client has enough and asks again: it takes 2 MB at a time. */
  private static final int SHIPPED_ROWS = (2 << 20) / Rows.VALUE_BYTES;

  private static final byte[] FAMILY = Bytes.toBytes(Server.FAMILY);

  private final String name;
  private final TableName table;
  private final HRegion region;
  private final ResizableBlockCache cache;
  private final Settings settings;
  private final List<FileRead> fileReads = new ArrayList<>();
  private PageCache pageCache;

  private record FileRead(String file, long offset, int length) {}

  private Side(
      String name, TableName table, HRegion region, ResizableBlockCache cache, Settings settings) {
    this.name = name;
    this.table = table;
    this.region = region;
    this.cache = cache;
    this.settings = settings;
    forgetPages();
  }

  /** An empty table of that engine on that region server. */
  static Side create(
      Server server, MeteredRegionServer host, String name, Engine engine, Settings settings)
      throws IOException {
    TableName table = TableName.valueOf(name);
    long data = settings.rows() * Rows.USER_BYTES;
    server.create(
        table, settings.flushBytes(), engine.descriptorValues(settings.flushBytes(), data), host);
    ResizableBlockCache cache =
        (ResizableBlockCache) host.getBlockCache().orElseThrow(() -> new IOException("no cache"));
    return new Side(name, table, server.regions(table).get(0), cache, settings);
  }

  String name() {
    return name;
  }

  TableName table() {
    return table;
  }

  /** Store files that readers see. */
  int files() {
    return store().getStorefilesCount();
  }

  /** Bytes of them. */
  long fileBytes() {
    return store().getStorefilesSize();
  }

  void resizeCache(double part) {
    cache.setMaxSize(settings.cacheBytes(part));
  }

  private void forgetPages() {
    pageCache = new PageCache(settings.cacheBytes(settings.pageCache()), settings.device());
  }

  private HStore store() {
    return region.getStores().get(0);
  }

  /**
   * Reads.
   *
   * @throws IOException also when what is found is not what was put
   */
  WindowFigures read(Workload workload, List<Read> reads) throws IOException {
    HStore store = store();
    CacheStats stats = cache.getStats();
    long requests = stats.getRequestCachingCount();
    long hits = stats.getHitCachingCount();
    long blooms = store.getBloomFilterRequestsCount();
    long negative = store.getBloomFilterNegativeResultsCount();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    fileReads.clear();
    StoreReads.start((file, at, length) -> fileReads.add(new FileRead(file, at, length)));
    long clock = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    long rows = 0;
    try {
      for (Read read : reads) {
        rows += workload.isGet() ? get(read.row()) : scan(workload, read);
      }
    } finally {
      StoreReads.stop();
    }
    cpu = threads.getCurrentThreadCpuTime() - cpu;
    clock = System.nanoTime() - clock;
    refuseWrong(workload, reads.size(), rows);
    long deviceRequests = pageCache.requests();
    double deviceNanos = pageCache.nanos();
    fileReads.forEach(one -> pageCache.read(one.file(), one.offset(), one.length()));
    return new WindowFigures(
        reads.size(),
        rows,
        cpu,
        clock,
        pageCache.nanos() - deviceNanos,
        pageCache.requests() - deviceRequests,
        fileReads.size(),
        fileReads.stream().mapToLong(FileRead::length).sum(),
        stats.getRequestCachingCount() - requests,
        stats.getHitCachingCount() - hits,
        store.getBloomFilterRequestsCount() - blooms,
        store.getBloomFilterNegativeResultsCount() - negative);
  }

  private int get(long row) throws IOException {
    return region.get(new Get(Bytes.toBytes(Rows.key(row))).addFamily(FAMILY)).isEmpty() ? 0 : 1;
  }

  private long scan(Workload workload, Read read) throws IOException {
    Scan scan = new Scan().addFamily(FAMILY);
    if (workload == Workload.SCAN_FULL) {
      scan.setCacheBlocks(false);
    } else {
      scan.withStartRow(Bytes.toBytes(Rows.key(read.row())));
    }
    List<Cell> cells = new ArrayList<>();
    long rows = 0;
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean hasMore = true;
      while (hasMore && rows < read.rows()) {
        hasMore = scanner.next(cells);
        if (!cells.isEmpty()) {
          rows++;
          cells.clear();
        }
        if (rows % SHIPPED_ROWS == 0 && scanner instanceof Shipper shipper) {
          shipper.shipped();
        }
      }
    }
    return rows;
  }

  private void refuseWrong(Workload workload, int reads, long found) throws IOException {
    long expected =
        switch (workload) {
          case GET_UNIFORM, GET_ZIPFIAN -> reads;
          case GET_ABSENT -> 0;
          case SCAN_FULL -> reads * settings.rows();
          // Scans may meet the end of the table.
          case SCAN_SHORT, SCAN_LONG -> found;
        };
    if (found != expected) {
      throw new IOException(
          name + " found " + found + " rows by " + workload.key() + ", not " + expected);
    }
  }
}
