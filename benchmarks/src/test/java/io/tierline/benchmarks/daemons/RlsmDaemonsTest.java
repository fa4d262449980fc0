/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * RLSM as an operator meets it: ZooKeeper, HMaster and HRegionServer in processes of their own on
 * HDFS daemons, the jar copied to HBase's lib, tables altered online.
 */
@Tag("integration")
class RlsmDaemonsTest {
  private static final String SITE = "hbase-site.xml";
  private static final String USER = DaemonCluster.SUPERUSER;
  private static final String LIB = "lib";
  private static final String ENGINE_KEY = "hbase.hstore.engine.class";
  private static final String ENGINE = "io.tierline.rlsm.hbase.RlsmStoreEngine";
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final Pattern FLUSHED = Pattern.compile("table_t_metric_flushedBytes=[1-9]");
  private static final int ROWS = 500;

  private DaemonCluster cluster;
  private final int zooKeeperPort = DaemonCluster.freePort();
  private final List<String> daemons = List.of("hmaster", "regionserver");

  RlsmDaemonsTest() throws IOException {}

  @BeforeEach
  void install() throws Exception {
    Path root = Files.createDirectories(Path.of("target/daemons")).toAbsolutePath();
    cluster = new DaemonCluster(Files.createTempDirectory(root, "rlsm-"), 1, 1);
    cluster.nameNodeHost(1);
    cluster.formatAndStartNameNodes();
    cluster.startDataNode("datanode1");
    Host zooKeeper = cluster.host("zookeeper");
    Path file =
        zooKeeper.write(
            "zoo.cfg",
            "tickTime=2000\nadmin.enableServer=false\nclientPort=%d\ndataDir=%s\n"
                .formatted(zooKeeperPort, zooKeeper.home().resolve("data")));
    cluster.start(
        "zookeeper", USER, "org.apache.zookeeper.server.ZooKeeperServerMain", file.toString());
    for (String daemon : daemons) {
      site(cluster.host(daemon)).copyJar("rlsm-hbase", LIB);
    }
    cluster
        .host("regionserver")
        .write(
            "hadoop-metrics2-hbase.properties",
            "*.period=1\nhbase.sink.file.class=%s\nhbase.sink.file.filename=%s\n"
                .formatted("org.apache.hadoop.metrics2.sink.FileSink", metrics()));
    startMaster();
    startRegionServer();
  }

  /** What the region server publishes, the latest last. */
  private Path metrics() {
    return cluster.host("regionserver").home().resolve("metrics");
  }

  @AfterEach
  void end() {
    cluster.close();
  }

  private Host site(Host host) {
    host.set(SITE, "hbase.cluster.distributed", "true");
    host.set(SITE, "hbase.rootdir", cluster.clientConfiguration().get("fs.defaultFS") + "/hbase");
    host.set(SITE, "hbase.zookeeper.quorum", "localhost");
    host.set(SITE, "hbase.zookeeper.property.clientPort", String.valueOf(zooKeeperPort));
    host.set(SITE, "hbase.master.hostname", "localhost");
    host.set(SITE, "hbase.unsafe.regionserver.hostname", "localhost");
    for (String daemon : List.of("hbase.master", "hbase.regionserver")) {
      host.set(SITE, daemon + ".port", "0");
      host.set(SITE, daemon + ".info.port", "-1");
    }
    return host;
  }

  private void startMaster() throws IOException {
    cluster.start("hmaster", USER, "org.apache.hadoop.hbase.master.HMaster", "start");
  }

  private void startRegionServer() throws IOException {
    String main = "org.apache.hadoop.hbase.regionserver.HRegionServer";
    cluster.start("regionserver", USER, main, "start");
  }

  private Connection connect() throws IOException {
    Configuration conf = HBaseConfiguration.create(cluster.clientConfiguration());
    conf.set("hbase.zookeeper.quorum", "localhost");
    conf.setInt("hbase.zookeeper.property.clientPort", zooKeeperPort);
    return ConnectionFactory.createConnection(conf);
  }

  @Test
  void tableGoesToRlsmAndBackAndOutlivesAKillAndTheJar() throws Exception {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      load(admin, table, 0);
      alter(admin, ENGINE);
      load(admin, table, 1);
      load(admin, table, 2);
      cluster.await(
          "RLSM's figures of the table", () -> FLUSHED.matcher(Files.readString(metrics())).find());
      put(table, 3);
      cluster.daemon("regionserver").kill();
      startRegionServer();
      assertThat(rows(table)).as("after kill -9, the log replayed").isEqualTo(4 * ROWS);
      alter(admin, "");
      load(admin, table, 4);
      assertThat(rows(table)).as("back at HBase's own engine").isEqualTo(5 * ROWS);
      for (String daemon : daemons) {
        cluster.daemon(daemon).stop();
        cluster.host(daemon).removeJars(LIB);
      }
      startMaster();
      startRegionServer();
      assertThat(rows(table)).as("without the jar").isEqualTo(5 * ROWS);
    }
  }

  private static void alter(Admin admin, String engine) throws IOException {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(TABLE))
            .setValue(ENGINE_KEY, engine)
            .build());
  }

  private static void put(Table table, int part) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      byte[] key = Bytes.toBytes("%05d-%d".formatted(row, part));
      puts.add(new Put(key).addColumn(FAMILY, Bytes.toBytes("q"), key));
    }
    table.put(puts);
  }

  private static void load(Admin admin, Table table, int part) throws IOException {
    put(table, part);
    admin.flush(TABLE);
  }

  private static int rows(Table table) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }
}
