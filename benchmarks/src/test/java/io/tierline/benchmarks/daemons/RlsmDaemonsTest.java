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
import io.tierline.testing.daemons.HBaseDaemons;
import io.tierline.testing.daemons.Host;
import io.tierline.testing.faults.Faults;
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
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * RLSM as an operator meets it: ZooKeeper, HMaster and HRegionServer in processes of their own on
 * HDFS daemons, the jar copied to HBase's lib, tables altered online. And errors from inside of
 * every part of it: the region server lives and does as HBase's own engine does.
 *
 * <p>In order, since daemons are dear: the last test takes the jar out.
 */
@Tag("integration")
@TestMethodOrder(OrderAnnotation.class)
class RlsmDaemonsTest {
  private static final String REGION_SERVER = HBaseDaemons.REGION_SERVER;
  private static final String LIB = "lib";
  private static final String ENGINE_KEY = "hbase.hstore.engine.class";
  private static final String ENGINE = "io.tierline.rlsm.hbase.RlsmStoreEngine";
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final Pattern FLUSHED = Pattern.compile("table_t_metric_flushedBytes=[1-9]");
  private static final Pattern FAULTS = Pattern.compile("sub=RLSM: .*\\bfaults=(\\d+)");
  private static final Pattern LOGGED =
      Pattern.compile("(RLSM: .* failed; it is done as the stock engine).*\\R(\\S+): injected");
  private static final String NEEDS_JAVA = "Tierline needs Java 17 or later, and this is Java ";
  private static final int ROWS = 500;

  private static final String MISSPELT = "tierline.rlsm.slice.max";
  private static final String IN_HBASE = "io.tierline.rlsm.hbase.";
  private static final String OPENING = IN_HBASE + "RlsmConf.read";
  private static final String READING = IN_HBASE + "LaidOutFiles.getFilesForScan";
  private static final String COMPACTING = IN_HBASE + "RlsmFileWriter.append";

  /** What throws when something is written, flushed and read. */
  private static final List<String> IN_USE =
      List.of(
          IN_HBASE + "LaidOutFiles.set",
          IN_HBASE + "CountingSink.count",
          IN_HBASE + "FileRows.of",
          IN_HBASE + "RlsmStoreEngine.wantsCompaction",
          IN_HBASE + "RlsmMetrics.publish",
          "io.tierline.rlsm.plan.CompactionPlanner.plan",
          READING);

  /** What costs one answer. */
  private static final List<Class<? extends Error>> PASSING =
      List.of(OutOfMemoryError.class, StackOverflowError.class);

  private static DaemonCluster cluster;
  private static Faults faults;
  private static HBaseDaemons hbase;
  private static int alterations;

  @BeforeAll
  static void install() throws Exception {
    Path root = Files.createDirectories(Path.of("target/daemons")).toAbsolutePath();
    cluster = new DaemonCluster(Files.createTempDirectory(root, "rlsm-"), 1, 1);
    cluster.nameNodeHost(1);
    cluster.formatAndStartNameNodes();
    cluster.startDataNode("datanode1");
    // A master that finds no NameNode ends.
    try (DistributedFileSystem files = cluster.superuser()) {
      cluster.awaitDataNodes(1, files);
    }
    hbase = new HBaseDaemons(cluster);
    hbase.startZooKeeper();
    for (String daemon : HBaseDaemons.HOSTS) {
      cluster.host(daemon).copyJar("rlsm-hbase", LIB);
    }
    Host regionServer = cluster.host(REGION_SERVER).set(HBaseDaemons.SITE, MISSPELT, "9");
    List<String> points = new ArrayList<>(IN_USE);
    points.addAll(List.of(OPENING, COMPACTING));
    faults = new Faults(regionServer.home().resolve("faults"), points);
    regionServer
        .jvm(faults.jvmOption())
        .write(
            "hadoop-metrics2-hbase.properties",
            "*.period=1\nhbase.sink.file.class=%s\nhbase.sink.file.filename=%s\n"
                .formatted("org.apache.hadoop.metrics2.sink.FileSink", metrics()));
    hbase.startMaster();
    hbase.startRegionServer();
  }

  /** What the region server publishes, the latest last. */
  private static Path metrics() {
    return cluster.host(REGION_SERVER).home().resolve("metrics");
  }

  @AfterAll
  static void end() {
    cluster.close();
  }

  private static Connection connect() throws IOException {
    Configuration conf = HBaseConfiguration.create(cluster.clientConfiguration());
    return ConnectionFactory.createConnection(hbase.configure(conf));
  }

  @Test
  @Order(1)
  void regionServerDoesAsStockWhereOursFails() throws Exception {
    TableName name = TableName.valueOf("faulty");
    try (Connection connection = connect();
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      create(admin, name);
      alter(admin, name, ENGINE);
      int parts = 0;
      for (Class<? extends Error> error : PASSING) {
        for (String point : IN_USE) {
          long thrown = arm(point, error);
          load(admin, table, parts++);
          assertThat(rows(table)).as("%s at %s", error, point).isEqualTo(parts * ROWS);
          assertThrown(point, thrown);
        }
        long thrown = arm(COMPACTING, error);
        admin.majorCompact(name);
        assertThrown(COMPACTING, thrown);
        thrown = arm(OPENING, error);
        alter(admin, name, ENGINE);
        assertThrown(OPENING, thrown);
        load(admin, table, parts++);
        alter(admin, name, ENGINE);
        assertThat(rows(table)).as("after %s", error).isEqualTo(parts * ROWS);
      }
      int injected = PASSING.size() * (IN_USE.size() + 2);
      cluster.await("so many faults counted", () -> counted() >= injected);
      assertLoggedOnce();
      for (String point : List.of(READING, OPENING)) {
        long thrown = arm(point, NoSuchMethodError.class);
        alter(admin, name, ENGINE);
        assertThat(rows(table)).as("where it does not fit").isEqualTo(parts * ROWS);
        assertThrown(point, thrown);
        load(admin, table, parts++);
        admin.majorCompact(name);
        assertThat(rows(table)).as("off").isEqualTo(parts * ROWS);
        cluster.daemon(REGION_SERVER).stop();
        hbase.startRegionServer();
      }
      assertThat(rows(table)).as("started again").isEqualTo(parts * ROWS);
    }
    assertThat(cluster.daemon(REGION_SERVER).log())
        .contains("RLSM is off in this region server until it is started again")
        .contains("nothing reads the key " + MISSPELT + " (do you mean tierline.rlsm.slices.max?)");
  }

  private static long arm(String point, Class<? extends Error> error) throws IOException {
    long thrown = faults.thrown(point);
    faults.arm(point, error);
    return thrown;
  }

  private static void assertThrown(String point, long before) throws Exception {
    cluster.await("an error from " + point, () -> faults.thrown(point) > before);
    faults.disarm(point);
    assertThat(cluster.daemon(REGION_SERVER).isAlive()).isTrue();
  }

  /** The faults that the region server has published last. */
  private static long counted() throws IOException {
    return FAULTS
        .matcher(Files.readString(metrics()))
        .results()
        .mapToLong(result -> Long.parseLong(result.group(1)))
        .max()
        .orElse(0);
  }

  private static void assertLoggedOnce() throws IOException {
    List<String> told =
        LOGGED
            .matcher(cluster.daemon(REGION_SERVER).log())
            .results()
            .map(result -> result.group(1) + " " + result.group(2))
            .toList();
    assertThat(told).doesNotHaveDuplicates().hasSizeGreaterThan(IN_USE.size());
  }

  private static void create(Admin admin, TableName name) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build());
  }

  @Test
  @Order(2)
  void tableGoesToRlsmAndBackAndOutlivesAKillAndTheJar() throws Exception {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      create(admin, TABLE);
      load(admin, table, 0);
      alter(admin, TABLE, ENGINE);
      load(admin, table, 1);
      load(admin, table, 2);
      cluster.await(
          "RLSM's figures of the table", () -> FLUSHED.matcher(Files.readString(metrics())).find());
      put(table, 3);
      cluster.daemon(REGION_SERVER).kill();
      cluster.host(REGION_SERVER).olderJava(true);
      hbase.startRegionServer();
      assertThat(rows(table)).as("in an older Java, by HBase's own engine").isEqualTo(4 * ROWS);
      load(admin, table, 4);
      put(table, 5);
      assertThat(cluster.daemon(REGION_SERVER).log().split(NEEDS_JAVA, -1)).hasSize(2);
      cluster.daemon(REGION_SERVER).kill();
      cluster.host(REGION_SERVER).olderJava(false);
      hbase.startRegionServer();
      assertThat(rows(table)).as("after kill -9, the log replayed").isEqualTo(6 * ROWS);
      alter(admin, TABLE, "");
      load(admin, table, 6);
      assertThat(rows(table)).as("back at HBase's own engine").isEqualTo(7 * ROWS);
      for (String daemon : HBaseDaemons.HOSTS) {
        cluster.daemon(daemon).stop();
        cluster.host(daemon).removeJars(LIB);
      }
      hbase.startMaster();
      hbase.startRegionServer();
      assertThat(rows(table)).as("without the jar").isEqualTo(7 * ROWS);
    }
  }

  /** Has the table's regions opened again, with that engine. */
  private static void alter(Admin admin, TableName name, String engine) throws IOException {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
            .setValue(ENGINE_KEY, engine)
            .setValue("altered", String.valueOf(++alterations))
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
    admin.flush(table.getName());
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
