/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.mob.MobConstants;

/** The configuration of a site without a cluster. */
final class LocalSite {

  private LocalSite() {}

  /** As {@link #small()}, with all files in memory. */
  static Configuration inMemory() {
    Configuration conf = small();
    conf.setClass("fs.mem.impl", MemoryFileSystem.class, FileSystem.class);
    conf.set("fs.defaultFS", MemoryFileSystem.SCHEME + ":///");
    conf.setInt(MobConstants.MOB_FILE_CACHE_SIZE_KEY, 100);
    return conf;
  }

  /** The configuration of a site without a cluster, with small everything. */
  static Configuration small() {
    Configuration conf = HBaseConfiguration.create();
    conf.setClass("fs.file.impl", PlainLocalFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.set("fs.defaultFS", "file:///");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.set("hbase.wal.provider", "filesystem");
    conf.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0);
    conf.setLong(HConstants.MAJOR_COMPACTION_PERIOD, 0);
    conf.setInt("hbase.hregion.memstore.block.multiplier", 64);
    conf.setInt("io.storefile.bloom.block.size", 1024);
    conf.setInt(MobConstants.MOB_FILE_CACHE_SIZE_KEY, 0);
    conf.setInt("hbase.hstore.open.and.close.threads.max", 1);
    return conf;
  }
}
