/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import io.tierline.benchmarks.clients.Window;
import io.tierline.benchmarks.ycsb.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** HBase on the DataNodes of one way, and clients that put rows of 1 KB, one at a time. */
final class Putting implements AutoCloseable {
  private static final int VALUE = 1024;
  private static final long FLUSH = 128L << 20;
  private static final TableName TABLE = TableName.valueOf("puts");
  private static final byte[] FAMILY = Bytes.toBytes(Server.FAMILY);
  private static final byte[] COLUMN = Bytes.toBytes("q");

  private final Server server;
  private int windows;

  private Putting(Server server) {
    this.server = server;
  }

  /** Starts it; what is not in HDFS goes to the folder. */
  static Putting start(SyncedNode nodes, Path folder) throws IOException, InterruptedException {
    Server server = Server.startOn(nodes.uri(), folder, FLUSH);
    server.create(TABLE, FLUSH, Map.of(), server.hosts().get(0));
    return new Putting(server);
  }

  /**
   * Puts for a while.
   *
   * @param durability what the log of HBase does for a put: SYNC_WAL hflush, FSYNC_WAL hsync
   */
  Window measure(Durability durability, int clients, double seconds)
      throws IOException, InterruptedException {
    windows++;
    Connection connection = server.connection();
    byte[] value = new byte[VALUE];
    return Window.of(
        clients,
        seconds,
        (number, times) -> {
          try (Table table = connection.getTable(TABLE)) {
            for (int row = 0; times.go(); row++) {
              Put put = new Put(Bytes.toBytes(windows + "-" + number + "-" + row));
              put.addColumn(FAMILY, COLUMN, value).setDurability(durability);
              table.put(put);
              times.done();
            }
          }
        });
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
