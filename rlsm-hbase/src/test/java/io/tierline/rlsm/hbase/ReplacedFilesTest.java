/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Files that a compaction has replaced stay on disk while a scan reads them. Whoever opens the
 * store then learns from the last output which they are: without it their deleted cells would be
 * back.
 */
class ReplacedFilesTest {
  private static final byte[] COLUMN = {'q'};
  private static final long START = 1_000_000_000_000L;
  private static final int TTL_SECONDS = 100;

  private final AtomicLong clock = new AtomicLong(START);

  @BeforeEach
  void installClock() {
    RunClock.install();
    RunClock.set(clock);
  }

  @AfterEach
  void resetClock() {
    RunClock.remove();
    EnvironmentEdgeManager.reset();
  }

  @Test
  void whatNamesReplacedFilesIsNotDroppedBeforeThemWhenItsCellsHaveExpired() throws IOException {
    try (LocalTable table =
        new LocalTable(Path.of("/replaced"), table(), true, LocalSite.inMemory()).create()) {
      put(table, "a", START, 1);
      put(table, "b", START, 600);
      put(table, "z", START - 50_000, 600);
      table.flush();
      table.mutate(new Delete(row("a"), START));
      table.flush();
      RegionScanner ofExpiring =
          AllReaders.region(table).getScanner(new Scan().withStartRow(row("z")));
      table.compactAll();
      assertThat(table.stores().get(0).getStorefilesCount()).isEqualTo(2);
      clock.set(START + 60_000);
      put(table, "c", START + 60_000, 1);
      table.flush();
      table.compactions().once();
      table.discharge();
      assertThat(filesOf(table)).isGreaterThan(table.stores().get(0).getStorefilesCount());
      List<String> before = rows(table);
      assertThat(before).containsExactly("b", "c");
      try (LocalTable opened = killed(table)) {
        assertThat(rows(opened)).isEqualTo(before);
      }
      ofExpiring.close();
    }
  }

  private static TableDescriptor table() {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setDurability(Durability.ASYNC_WAL)
            .setColumnFamily(
                LocalTable.family("f").setBlocksize(128).setTimeToLive(TTL_SECONDS).build())
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "800")
            .setValue(RlsmKeys.PARTITIONS.key(), "16")
            .build();
    return LocalTable.withEngine(table, RlsmStoreEngine.class);
  }

  private static byte[] row(String name) {
    return Bytes.toBytes(name);
  }

  private static void put(LocalTable table, String row, long time, int bytes) throws IOException {
    table.mutate(new Put(row(row)).addColumn(ExpectedCells.FAMILY, COLUMN, time, new byte[bytes]));
  }

  private static List<String> rows(LocalTable table) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Cell cell : AllReaders.cells(table, new Scan().readAllVersions())) {
      rows.add(Bytes.toString(CellUtil.cloneRow(cell)));
    }
    return rows;
  }

  private static int filesOf(LocalTable table) throws IOException {
    FileStatus[] files =
        table
            .fileSystem()
            .listStatus(AllReaders.region(table).getRegionFileSystem().getStoreDir("f"));
    return files.length;
  }

  /** What was written is flushed, and the log is no more. */
  private static LocalTable killed(LocalTable table) throws IOException {
    Path image = Path.of("/replaced-image");
    table.copyEverything(image);
    return table.recovered(image, table.descriptor(), false, table.configuration());
  }
}
