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

import io.tierline.rlsm.layout.FileMeta;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.security.visibility.SimpleScanLabelGenerator;
import org.apache.hadoop.hbase.security.visibility.VisibilityLabelServiceManager;
import org.apache.hadoop.hbase.security.visibility.VisibilityUtils;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With visibility labels a delete of a whole column takes only the versions of its own labels, and
 * older ones come up.
 */
class LabelledDeletesTest {
  private static final byte[] ROW = {'r'};
  private static final byte[] FAMILY = {'f'};
  private static final byte[] COLUMN = {'q'};

  @TempDir Path directory;

  @Test
  void aVersionBelowOneThatALabelledMarkerTakesComesUp() throws IOException {
    try (LocalTable table = table()) {
      put(table, 6, 2);
      table.flush();
      put(table, 5, 1);
      table.flush();
      put(table, 3, 1);
      table.flush();
      delete(table, 6, 2, KeyValue.Type.DeleteColumn);
      table.flush();
      assertThat(times(table)).containsExactly(5L);
      table.compactions().once();
      assertThat(table.stores().get(0).getStorefilesCount()).isEqualTo(2);
      assertThat(times(table)).containsExactly(5L);
    }
  }

  /** Where labels are in use a marker without any takes the cells without any, and no others. */
  @Test
  void aLabelledVersionBelowOneThatAMarkerWithoutLabelsTakesComesUp() throws IOException {
    for (KeyValue.Type type : List.of(KeyValue.Type.DeleteColumn, KeyValue.Type.DeleteFamily)) {
      try (LocalTable table = table()) {
        put(table, 6, Labels.NONE);
        table.flush();
        put(table, 5, 1);
        table.flush();
        put(table, 3, 1);
        table.flush();
        delete(table, 6, Labels.NONE, type);
        table.flush();
        assertThat(times(table)).containsExactly(5L);
        table.compactions().once();
        assertThat(table.stores().get(0).getStorefilesCount()).isEqualTo(2);
        assertThat(times(table)).as(type.name()).containsExactly(5L);
      }
    }
  }

  /** So is the marker known for one after it has been compacted itself. */
  @Test
  void aMarkerWithoutLabelsIsKnownAfterItHasBeenCompacted() throws IOException {
    try (LocalTable table = table()) {
      delete(table, 6, Labels.NONE, KeyValue.Type.DeleteColumn);
      table.flush();
      put(table, 9, 3);
      table.flush();
      put(table, 8, 3);
      table.flush();
      delete(table, 9, 3, KeyValue.Type.DeleteColumn);
      delete(table, 8, 3, KeyValue.Type.DeleteColumn);
      table.flush();
      table.compactions().once();
      assertThat(
              table.states().get(0).layout().files().stream().map(FileMeta::mayHoldVersionDeletes))
          .containsExactly(true, true);
    }
  }

  /**
   * The two have one key, and HBase keeps the newer when it flushes or compacts, with any engine:
   * the lives of {@link AllReadersTest} have no such cells.
   */
  @Test
  void ofTwoCellsOfOneTimeAFlushKeepsTheNewerThoughAMarkerOfItsLabelTakesIt() throws IOException {
    for (Class<?> engine : List.of(RlsmStoreEngine.class, DefaultStoreEngine.class)) {
      try (LocalTable table = table(engine)) {
        delete(table, 6, 2, KeyValue.Type.DeleteColumn);
        table.flush();
        put(table, 5, 1);
        put(table, 5, 2);
        assertThat(times(table)).as("in memory").containsExactly(5L);
        table.flush();
        assertThat(times(table)).as(engine.getName()).isEmpty();
      }
    }
  }

  /**
   * A process has one service for labels, which whoever comes first configures; readers of a
   * cluster that comes later would see nothing.
   */
  @Test
  void whoComesFirstHasReadersBelievedLater() throws IOException {
    table().close();
    assertThat(
            VisibilityUtils.getScanLabelGenerators(
                VisibilityLabelServiceManager.getInstance().getVisibilityLabelService().getConf()))
        .singleElement()
        .isInstanceOf(SimpleScanLabelGenerator.class);
  }

  /** Three files are compacted beside the one with the marker. */
  private LocalTable table() throws IOException {
    return table(RlsmStoreEngine.class);
  }

  private LocalTable table(Class<?> engine) throws IOException {
    LocalTable table =
        new LocalTable(
                directory.resolve("t"),
                TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                    .setColumnFamily(LocalTable.family("f").setMaxVersions(1).build())
                    .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
                    .setValue(
                        DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY,
                        ConfiguredPolicyTest.ThreeOldest.class.getName())
                    .build(),
                false)
            .create();
    Labels.install(AllReaders.region(table), table.configuration());
    return table;
  }

  private static void put(LocalTable table, long time, int label) throws IOException {
    byte[] value = Bytes.toBytes(time);
    AllReaders.region(table)
        .put(
            new Put(ROW)
                .add(
                    new KeyValue(
                        ROW, FAMILY, COLUMN, time, KeyValue.Type.Put, value, Labels.tags(label))));
  }

  private static void delete(LocalTable table, long time, int label, KeyValue.Type type)
      throws IOException {
    byte[] column = type == KeyValue.Type.DeleteFamily ? new byte[0] : COLUMN;
    AllReaders.region(table)
        .delete(
            new Delete(ROW)
                .add(new KeyValue(ROW, FAMILY, column, time, type, null, Labels.tags(label))));
  }

  private static List<Long> times(LocalTable table) throws IOException {
    List<Long> times = new ArrayList<>();
    for (Cell cell : AllReaders.cells(table, new Scan().readAllVersions())) {
      times.add(cell.getTimestamp());
    }
    return times;
  }
}
