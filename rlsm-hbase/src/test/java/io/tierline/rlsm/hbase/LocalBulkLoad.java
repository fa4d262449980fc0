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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Pair;

/** A bulk load into the regions of a table without a cluster. */
final class LocalBulkLoad {

  private final Configuration conf;
  private final FileSystem fs;
  private final Path directory;
  private final LongSupplier number;

  /**
   * Creates one.
   *
   * @param directory where files are written that the regions then take
   * @param number another one for each file
   */
  LocalBulkLoad(Configuration conf, FileSystem fs, Path directory, LongSupplier number) {
    this.conf = conf;
    this.fs = fs;
    this.directory = directory;
    this.number = number;
  }

  /** As {@link LocalTable#bulkLoad(byte[], List, int, boolean)}. */
  void load(
      Collection<HRegion> regions, byte[] family, List<KeyValue> cells, int files, boolean aged)
      throws IOException {
    for (HRegion region : regions) {
      List<KeyValue> part = cells.stream().filter(cell -> isIn(region, cell)).toList();
      List<Pair<byte[], String>> loaded = new ArrayList<>();
      for (int i = 0; i < Math.min(files, part.size()); i++) {
        List<KeyValue> every = new ArrayList<>();
        for (int at = i; at < part.size(); at += files) {
          every.add(part.get(at));
        }
        loaded.add(new Pair<>(family, stage(every).toString()));
      }
      if (!loaded.isEmpty()) {
        region.bulkLoadHFiles(loaded, aged, null);
      }
    }
  }

  private static boolean isIn(HRegion region, Cell cell) {
    return region.getRegionInfo().containsRow(CellUtil.cloneRow(cell));
  }

  private Path stage(List<KeyValue> cells) throws IOException {
    Path file = new Path(directory, Long.toHexString(0x1000000 + number.getAsLong()));
    try (HFile.Writer writer =
        HFile.getWriterFactoryNoCache(conf)
            .withPath(fs, file)
            .withFileContext(
                new HFileContextBuilder().withBlockSize(256).withIncludesTags(true).build())
            .create()) {
      for (KeyValue cell : cells) {
        writer.append(KeyValueUtil.copyToNewKeyValue(cell));
      }
    }
    return file;
  }
}
