/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.mob.MobFileCache;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionsWithMobFiles;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WAL;

/** Opens regions with what a region server has for them: a block cache, MOB files and labels. */
final class LocalRegionOpener implements AutoCloseable {

  /** A table's value by which its regions know visibility labels. */
  static final String LABELS = "test.labels";

  /** A table's value: the bytes of its block cache, without which there is none. */
  static final String CACHE = "test.cache";

  private static final int CACHED_BLOCK = 1024;

  private final Configuration conf;
  private final FileSystem fs;
  private final Path root;
  private final LruBlockCache cache;
  private MobFileCache mobFiles;

  /**
   * @param table says whether there is a block cache
   */
  LocalRegionOpener(Configuration conf, FileSystem fs, Path root, TableDescriptor table) {
    this.conf = conf;
    this.fs = fs;
    this.root = root;
    String cached = table.getValue(CACHE);
    this.cache = cached == null ? null : new LruBlockCache(Long.parseLong(cached), CACHED_BLOCK);
  }

  /**
   * Opens a region.
   *
   * @param log null for a replica
   */
  HRegion open(TableDescriptor table, RegionInfo info, WAL log) throws IOException {
    if (!isMob(table) && !isLabelled(table) && cache == null) {
      return HRegion.openHRegion(conf, fs, root, info, table, log);
    }
    Path tableDir = CommonFSUtils.getTableDir(root, table.getTableName());
    HRegion made = HRegion.newHRegion(tableDir, log, fs, conf, info, table, null);
    if (isLabelled(table)) {
      // What is replayed of the log may be flushed when it is opened.
      Labels.install(made, conf);
    }
    made.setBlockCache(cache);
    if (mobFiles == null) {
      mobFiles = new MobFileCache(conf);
    }
    return RegionsWithMobFiles.open(made, mobFiles);
  }

  /** Whether visibility labels have a meaning. */
  static boolean isLabelled(TableDescriptor table) {
    return table.getValue(LABELS) != null;
  }

  private static boolean isMob(TableDescriptor table) {
    return Arrays.stream(table.getColumnFamilies()).anyMatch(ColumnFamilyDescriptor::isMobEnabled);
  }

  @Override
  public void close() {
    if (cache != null) {
      cache.shutdown();
    }
    if (mobFiles != null) {
      mobFiles.shutdown();
    }
  }
}
