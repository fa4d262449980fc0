/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.SteppingSplitPolicy;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * ZooKeeper, a master and region servers in this process, on the local file system. Everything is
 * as HBase has it by default, but for what stands in {@link #configure}.
 */
public final class Server implements AutoCloseable {
  /** The family of all tables. */
  public static final String FAMILY = "f";

  private static final String LOCALHOST = "localhost";

  /** A compaction of more flushes than these is a large one: as 2.5 GB are at 128 MB. */
  private static final int LARGE_FLUSHES = 20;

  private static final int TIDY_MS = 10_000;
  private static final int PATIENCE_MS = 600_000;

  /** ZooKeeper grants sessions of 20 ticks at most. */
  private static final int TICK_MS = PATIENCE_MS / 20;

  private final Path root;
  private final Daemons daemons;
  private final Connection connection;

  private record Daemons(MiniZooKeeperCluster zooKeeper, LocalHBaseCluster hbase) {}

  private Server(Path root, Daemons daemons, Connection connection) {
    this.root = root;
    this.daemons = daemons;
    this.connection = connection;
  }

  /**
   * Starts it; all data goes below the directory.
   *
   * @param flushBytes size of the memstore at a flush, by which HBase tells large compactions
   */
  static Server start(Path directory, long flushBytes) throws IOException, InterruptedException {
    return start(directory, flushBytes, 1);
  }

  /**
   * Starts it with several region servers, each with a block cache and compaction threads of its
   * own.
   *
   * @param flushBytes size of the memstore at a flush, by which HBase tells large compactions
   */
  public static Server start(Path directory, long flushBytes, int hosts)
      throws IOException, InterruptedException {
    return start(directory, flushBytes, hosts, Map.of());
  }

  /**
   * Starts it with one region server, on another file system than that of this machine.
   *
   * @param directory for what does not go there
   * @param flushBytes as above
   */
  public static Server startOn(URI fileSystem, Path directory, long flushBytes)
      throws IOException, InterruptedException {
    return start(
        directory,
        flushBytes,
        1,
        Map.of("fs.defaultFS", fileSystem.toString(), "hbase.rootdir", fileSystem + "/hbase"));
  }

  private static Server start(
      Path directory, long flushBytes, int hosts, Map<String, String> differently)
      throws IOException, InterruptedException {
    // Two sources of a region server's metrics: its own, and that of MeteredRegionServer.
    DefaultMetricsSystem.setMiniClusterMode(true);
    Path root = directory.resolve("hbase");
    Files.createDirectories(directory.resolve("zookeeper"));
    Configuration conf = configuration(directory, root);
    differently.forEach(conf::set);
    conf.setLong("hbase.regionserver.thread.compaction.throttle", LARGE_FLUSHES * flushBytes);
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(conf);
    zooKeeper.setTickTime(TICK_MS);
    int port = zooKeeper.startup(directory.resolve("zookeeper").toFile());
    conf.setInt("hbase.zookeeper.property.clientPort", port);
    LocalHBaseCluster cluster =
        new LocalHBaseCluster(conf, 1, hosts, HMaster.class, MeteredRegionServer.class);
    cluster.startup();
    return new Server(
        root, new Daemons(zooKeeper, cluster), ConnectionFactory.createConnection(conf));
  }

  private static Configuration configuration(Path directory, Path root) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    conf.setClass("fs.file.impl", MeteredFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    conf.set("hbase.rootdir", root.toUri().toString());
    conf.set("hbase.tmp.dir", directory.resolve("tmp").toString());
    // The local file system cannot promise to survive a power failure, and need not.
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.zookeeper.quorum", LOCALHOST);
    for (String daemon : List.of("hbase.master", "hbase.regionserver")) {
      conf.set(daemon + ".ipc.address", "127.0.0.1");
      conf.setInt(daemon + ".port", 0);
      conf.setInt(daemon + ".info.port", -1);
    }
    conf.set("hbase.master.hostname", LOCALHOST);
    conf.set("hbase.unsafe.regionserver.hostname", LOCALHOST);
    patient(conf);
    configure(conf);
    return conf;
  }

  /** All daemons live and die with this process: one that is late is starved, not dead. */
  private static void patient(Configuration conf) {
    conf.setInt("zookeeper.session.timeout", PATIENCE_MS);
    conf.setInt("hbase.master.start.timeout.localHBaseCluster", PATIENCE_MS);
    conf.setInt("hbase.master.init.timeout.localHBaseCluster", PATIENCE_MS);
  }

  /**
   * What differs from the defaults, for all engines alike. Compactions may take all the bandwidth,
   * so that the clients rather than the throttle decide how much is compacted. Files that were
   * compacted away, archived or rolled go within seconds instead of minutes: else the space that
   * they take says more of the waiting than of the engine, and a load of gigabytes fills the disk.
   */
  private static void configure(Configuration conf) {
    conf.setClass(
        "hbase.regionserver.throughput.controller",
        NoLimitThroughputController.class,
        org.apache.hadoop.hbase.regionserver.throttle.ThroughputController.class);
    conf.setInt("hbase.hfile.compaction.discharger.interval", 1000);
    conf.setInt("hbase.catalogjanitor.interval", TIDY_MS);
    conf.setInt("hbase.master.cleaner.interval", TIDY_MS);
    conf.setInt("hbase.master.hfilecleaner.ttl", TIDY_MS);
    conf.setInt("hbase.master.logcleaner.ttl", TIDY_MS);
    conf.setBoolean("hbase.master.balancer.on.start", false);
  }

  /** A client of it, for all threads. */
  public Connection connection() {
    return connection;
  }

  /** The only region server, or the first. */
  MeteredRegionServer regionServer() {
    return hosts().get(0);
  }

  /** The region servers. */
  public List<MeteredRegionServer> hosts() {
    return daemons.hbase().getRegionServers().stream()
        .map(thread -> (MeteredRegionServer) thread.getRegionServer())
        .toList();
  }

  /** The regions of a table. */
  public List<HRegion> regions(TableName table) {
    return hosts().stream()
        .flatMap(host -> host.getRegions(table).stream())
        .map(HRegion.class::cast)
        .toList();
  }

  /**
   * Creates a table of one region, which that region server is given.
   *
   * @param values of the table's descriptor
   */
  public void create(
      TableName table, long flushBytes, Map<String, String> values, MeteredRegionServer host)
      throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setMemStoreFlushSize(flushBytes)
            .setRegionSplitPolicyClassName(DisabledRegionSplitPolicy.class.getName());
    values.forEach(descriptor::setValue);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build());
      RegionInfo region = admin.getRegions(table).get(0);
      if (host.getRegions(table).isEmpty()) {
        admin.move(region.getEncodedNameAsBytes(), host.getServerName());
      }
    }
  }

  /** Where the store files of a table are. */
  TableFiles files(TableName table) {
    Path directory = Path.of("data/default", table.getNameAsString());
    return new TableFiles(root.resolve(directory), root.resolve("archive").resolve(directory));
  }

  /** Creates a table as the settings have it. */
  void create(TableName table, Settings settings) throws IOException {
    Recipe recipe = settings.recipe();
    boolean splits = recipe.regionBytes() > 0;
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setMemStoreFlushSize(recipe.flushBytes())
            .setRegionSplitPolicyClassName(
                (splits ? SteppingSplitPolicy.class : DisabledRegionSplitPolicy.class).getName());
    long data = settings.rows() * Rows.USER_BYTES;
    if (splits) {
      descriptor.setMaxFileSize(recipe.regionBytes());
      data = Math.min(data, recipe.regionBytes());
    }
    Map<String, String> values = settings.engine().descriptorValues(recipe.flushBytes(), data);
    values.putAll(settings.conf());
    values.forEach(descriptor::setValue);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build());
    }
  }

  /** Flushes the memstores of a table. */
  public void flush(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
    }
  }

  /** Closes a table's regions and opens them again; returns how long that took, in seconds. */
  double reopen(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      long start = System.nanoTime();
      admin.enableTable(table);
      return (System.nanoTime() - start) / 1e9;
    }
  }

  /** Reads all rows once; returns how long that took, in seconds. */
  double scanAll(TableName table) throws IOException {
    long start = System.nanoTime();
    try (Table own = connection.getTable(table);
        ResultScanner rows = own.getScanner(new Scan().setCacheBlocks(false))) {
      long read = 0;
      while (rows.next() != null) {
        read++;
      }
      if (read == 0) {
        throw new IOException("a scan of the loaded table found no row");
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  void drop(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      admin.deleteTable(table);
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
    daemons.hbase().shutdown();
    daemons.hbase().join();
    daemons.zooKeeper().shutdown();
  }
}
