/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One file of cells for each family of a table, to be bulk-loaded; the table's model gets the cells
 * too.
 */
final class BulkFiles {
  private record Entry(String row, String column, long timestamp, String value) {}

  private final TestTable table;
  private final List<Entry> entries = new ArrayList<>();

  BulkFiles(TestTable table) {
    this.table = table;
  }

  /** A cell of the table's next timestamp. */
  void put(String row, String column, String value) {
    putAt(row, column, table.tick(), value);
  }

  void putAt(String row, String column, long timestamp, String value) {
    entries.add(new Entry(row, column, timestamp, value));
    table.model().put(row, column, timestamp, value);
  }

  /** Writes the files and loads them; returns how many there were. */
  int load() throws Exception {
    Configuration conf = table.util().getConfiguration();
    Path directory =
        new Path(table.util().getDataTestDirOnTestFS(), "bulk-" + table.name() + table.tick());
    for (String family : table.families()) {
      write(conf, new Path(new Path(directory, family), "file"), Bytes.toBytes(family));
    }
    return BulkLoadHFiles.create(conf).bulkLoad(table.name(), directory).size();
  }

  private void write(Configuration conf, Path file, byte[] family) throws IOException {
    List<KeyValue> cells = new ArrayList<>();
    for (Entry e : entries) {
      cells.add(
          new KeyValue(
              Bytes.toBytes(e.row),
              family,
              Bytes.toBytes(e.column),
              e.timestamp,
              Bytes.toBytes(e.value)));
    }
    cells.sort(CellComparatorImpl.COMPARATOR);
    try (HFile.Writer writer =
        HFile.getWriterFactoryNoCache(conf)
            .withPath(FileSystem.get(conf), file)
            .withFileContext(new HFileContextBuilder().withBlockSize(1024).build())
            .create()) {
      for (KeyValue cell : cells) {
        writer.append(cell);
      }
    }
  }
}
