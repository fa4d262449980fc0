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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One region on the local file system, without a cluster. */
@Tag("slow")
class RlsmRegionTest {

  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] COLUMN = Bytes.toBytes("q");

  private HostTestingUtil util;
  private HRegion region;
  private final TreeMap<String, String> expected = new TreeMap<>();
  private final Random random = new Random(1);
  private long clock;

  @BeforeEach
  void openRegion() throws IOException {
    util = new HostTestingUtil();
    util.getConfiguration().setInt("hbase.hregion.memstore.block.multiplier", 8);
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setDurability(Durability.SKIP_WAL)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(1024).build())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, RlsmStoreEngine.class.getName())
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "20000")
            .setValue(RlsmKeys.SLICES_MAX.key(), "8")
            .setValue(RlsmKeys.RUN_FILES_MIN.key(), "3")
            .setValue(RlsmKeys.IDLE_MILLIS.key(), "1000000000")
            .build();
    region = util.createLocalHRegion(table, null, null);
  }

  @AfterEach
  void closeRegion() throws IOException {
    HostTestingUtil.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void uniformUpdatesAndDeletesAreReadBackThroughEveryKindOfCompaction() throws IOException {
    for (int flush = 0; flush < 30; flush++) {
      for (int i = 0; i < 100; i++) {
        change();
      }
      region.flush(true);
      while (store().needsCompaction()) {
        region.compact(false);
      }
      if (flush % 10 == 9) {
        checkAll();
      }
    }
    checkAll();
    assertThat(manager().state().layout().partitions().size()).isGreaterThan(3);
    region.compact(true);
    checkAll();
    assertThat(manager().state().layout().maxDepth()).isEqualTo(1);
  }

  private void change() throws IOException {
    String row = String.format("row%05d", random.nextInt(3000));
    if (random.nextInt(5) == 0) {
      region.delete(new Delete(Bytes.toBytes(row), ++clock));
      expected.remove(row);
    } else {
      String value = "v" + random.nextLong();
      region.put(
          new Put(Bytes.toBytes(row)).addColumn(FAMILY, COLUMN, ++clock, Bytes.toBytes(value)));
      expected.put(row, value);
    }
  }

  private void checkAll() throws IOException {
    assertThat(scan(new Scan())).isEqualTo(entries(expected));
    assertThat(scan(new Scan().setReversed(true))).isEqualTo(entries(expected.descendingMap()));
    for (int i = 0; i < 50; i++) {
      String row = String.format("row%05d", random.nextInt(3000));
      byte[] value = region.get(new Get(Bytes.toBytes(row))).getValue(FAMILY, COLUMN);
      assertThat(value == null ? null : Bytes.toString(value)).isEqualTo(expected.get(row));
      assertThat(scan(new Scan().withStartRow(Bytes.toBytes(row)).setLimit(10)).stream().limit(10))
          .isEqualTo(entries(expected.tailMap(row, true)).stream().limit(10).toList());
    }
  }

  private List<String> entries(Map<String, String> map) {
    return map.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }

  private List<String> scan(Scan scan) throws IOException {
    List<String> found = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        more = scanner.next(cells);
        for (Cell cell : cells) {
          found.add(
              Bytes.toString(CellUtil.cloneRow(cell))
                  + "="
                  + Bytes.toString(CellUtil.cloneValue(cell)));
        }
        cells.clear();
      } while (more);
    }
    return found;
  }

  private HStore store() {
    return region.getStore(FAMILY);
  }

  private RlsmStoreFileManager manager() {
    return (RlsmStoreFileManager) store().getStoreEngine().getStoreFileManager();
  }
}
