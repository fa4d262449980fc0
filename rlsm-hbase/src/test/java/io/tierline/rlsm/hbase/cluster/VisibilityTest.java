/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.hbase.HostTestingUtil;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.visibility.Authorizations;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.security.visibility.VisibilityClient;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

@ClusterTest
class VisibilityTest {
  private static final byte[] COLUMN = Bytes.toBytes("c");
  private static final List<String> LABELS = List.of("secret", "public", "secret&public");

  @Test
  void labelsRestrictReadsAndDeletesThroughAllCompactions() throws Exception {
    HostTestingUtil peer = Clusters.peer();
    addLabels(peer);
    try (TestTable table = TestTable.create(peer, "visibility", f -> {}, settings -> {})) {
      for (int flush = 0; flush < 9; flush++) {
        for (int row = flush; row < 300; row += 9) {
          put(table, row);
        }
        table.flush();
      }
      table.settle();
      check(table);
      deleteSecretOnes(table);
      table.flush();
      checkAfterDelete(table);
      table.majorCompact();
      checkAfterDelete(table);
      checkTags(table);
    }
  }

  private static void addLabels(HostTestingUtil peer) throws Exception {
    try {
      VisibilityClient.addLabels(peer.getConnection(), new String[] {"secret", "public"});
    } catch (Exception e) {
      throw e;
    } catch (Throwable t) {
      throw new AssertionError(t);
    }
  }

  private static void put(TestTable table, int row) throws Exception {
    Put put = new Put(Bytes.toBytes(TestTable.row(row)));
    put.setCellVisibility(new CellVisibility(LABELS.get(row % 3)));
    for (String family : table.families()) {
      put.addColumn(Bytes.toBytes(family), COLUMN, 100, Bytes.toBytes("v" + row));
    }
    table.table().put(put);
  }

  /** A delete hides only cells of its own visibility. */
  private static void deleteSecretOnes(TestTable table) throws Exception {
    for (int row = 0; row < 150; row++) {
      Delete delete = new Delete(Bytes.toBytes(TestTable.row(row)));
      delete.setCellVisibility(new CellVisibility("secret"));
      table.families().forEach(f -> delete.addColumns(Bytes.toBytes(f), COLUMN, 200));
      table.table().delete(delete);
    }
  }

  private static void check(TestTable table) throws Exception {
    assertSees(table, rows(0, 0), "secret");
    assertSees(table, rows(0, 1), "public");
    assertSees(table, rows(0, 0, 1, 2), "secret", "public");
    assertSees(table, List.of());
  }

  private static void checkAfterDelete(TestTable table) throws Exception {
    assertSees(table, rows(150, 0), "secret");
    assertSees(table, rows(0, 1), "public");
    List<String> all = new ArrayList<>(rows(0, 1, 2));
    all.addAll(rows(150, 0));
    all.sort(null);
    assertSees(table, all, "secret", "public");
  }

  /** Rows from one on whose label is one of those numbered. */
  private static List<String> rows(int from, Integer... labels) {
    List<String> rows = new ArrayList<>();
    for (int row = from; row < 300; row++) {
      if (List.of(labels).contains(row % 3)) {
        rows.add(Cells.tell(TestTable.row(row), "c", 100, "v" + row));
      }
    }
    return rows;
  }

  private static void assertSees(TestTable table, List<String> cells, String... authorizations)
      throws Exception {
    Scan scan = new Scan().setAuthorizations(new Authorizations(authorizations));
    Map<String, List<String>> seen = new TreeMap<>();
    for (String family : table.families()) {
      seen.put(family, read(table, family, scan));
    }
    // Whether stock sees as much tells the engine's faults from those of the labels' cache.
    String beside = seen.values().stream().map(List::size).toList().toString();
    for (String family : table.families()) {
      Cells.assertSame(seen.get(family), cells, family + " of " + seen.keySet() + beside);
    }
  }

  /** As somebody who may not read everything anyway. */
  private static List<String> read(TestTable table, String family, Scan scan) throws Exception {
    Configuration conf = table.util().getConfiguration();
    User reader = User.createUserForTesting(conf, "reader", new String[0]);
    return reader.runAs(
        (PrivilegedExceptionAction<List<String>>)
            () -> {
              try (Connection connection = ConnectionFactory.createConnection(conf);
                  Table view = connection.getTable(table.name())) {
                return Cells.of(view, family, scan);
              }
            });
  }

  /** Labels are kept as tags, which are inside the store alone. */
  private static void checkTags(TestTable table) throws Exception {
    Scan scan = new Scan().addFamily(Bytes.toBytes(TestTable.RLSM));
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = table.regions().get(0).getScanner(scan)) {
      while (scanner.next(cells)) {
        assertThat(cells).isNotEmpty();
      }
    }
    assertThat(cells).hasSize(250);
    for (Cell cell : cells) {
      assertThat(PrivateCellUtil.getTags(cell))
          .extracting(Tag::getType)
          .contains(TagType.VISIBILITY_TAG_TYPE);
    }
  }
}
