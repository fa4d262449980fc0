/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A DataNode of its own with BID's dataset, beside a NameNode, and what an operator sees of it. */
final class BidNode implements AutoCloseable {
  static final String NAME = "datanode1";
  static final String JARS = "share/hadoop/hdfs/lib";

  private static final Pattern COMPLAINT = Pattern.compile("^\\S+ \\S+ (WARN|ERROR) .*BID.*$");

  private final DaemonCluster cluster;
  private List<String> volumes = List.of("[SSD]ssd", "[DISK]disk");
  private DistributedFileSystem files;

  /** Its files are there, with BID's jar; nothing runs yet. */
  BidNode(String folder) throws IOException {
    Path root = Files.createDirectories(Path.of("target/daemons"));
    cluster =
        new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), folder + "-"), 1, 1);
    host()
        .copyJar("bid-agent", JARS)
        .set(
            Host.HDFS,
            "dfs.datanode.fsdataset.factory",
            "io.tierline.bid.dataset.TierlineDatasetFactory");
  }

  DaemonCluster cluster() {
    return cluster;
  }

  Host host() {
    return cluster.host(NAME);
  }

  Daemon daemon() {
    return cluster.daemon(NAME);
  }

  /** HDFS as the superuser sees it, once it was started. */
  DistributedFileSystem files() {
    return files;
  }

  /** Has these volumes, each {@code [TYPE]NAME}, from its next start on. */
  BidNode volumes(String... others) {
    volumes = List.of(others);
    return this;
  }

  /** For the first time. */
  void start() throws Exception {
    begin();
    cluster.formatAndStartNameNodes();
    files = cluster.superuser();
    awaitServing();
  }

  /** Again; what it has logged is of this life alone. */
  void restart() throws Exception {
    daemon().stop();
    cluster.clearLog(NAME);
    begin();
    awaitServing();
  }

  /** Its process; it may not serve. */
  void begin() throws IOException {
    cluster.startDataNode(NAME, volumes);
  }

  /** Has these volumes while it runs, by dfsadmin. */
  void swapVolumes(String... others) throws Exception {
    volumes(others);
    host().set(Host.HDFS, "dfs.datanode.data.dir", cluster.dataFolders(NAME, volumes));
    String address = "127.0.0.1:" + files.getDataNodeStats()[0].getIpcPort();
    admin("-reconfig", "datanode", address, "start");
    cluster.await(
        "the end of the reconfiguration",
        () -> admin("-reconfig", "datanode", address, "status").contains("SUCCESS"));
  }

  private String admin(String... arguments) throws Exception {
    return run("org.apache.hadoop.hdfs.tools.DFSAdmin", arguments);
  }

  /** What a command of the superuser prints, which succeeds. */
  String run(String main, String... arguments) throws Exception {
    DaemonCluster.Result result =
        cluster.run(cluster.host("client"), DaemonCluster.SUPERUSER, main, arguments);
    assertThat(result.exit()).as(result.output()).isZero();
    return result.output();
  }

  void awaitServing() throws Exception {
    cluster.awaitDataNodes(1, files);
  }

  @Override
  public void close() throws IOException {
    files.close();
    cluster.close();
  }

  List<Path> marks() throws IOException {
    try (Stream<Path> all = Files.walk(host().home().resolve("data"))) {
      return all.filter(path -> path.endsWith("tierline-bid-delta.mark")).toList();
    }
  }

  /** Warnings and errors of BID that it has logged. */
  List<String> complaints() throws IOException {
    return daemon().log().lines().filter(COMPLAINT.asMatchPredicate()).toList();
  }

  /** One line that has all of these, no trace of a stack, and the DataNode serves. */
  void assertToldInOneLine(String... parts) throws Exception {
    cluster.await("a line of complaint", () -> !complaints().isEmpty());
    awaitServing();
    assertThat(complaints()).singleElement().asString().contains(parts);
    assertThat(daemon().log()).doesNotContain("\tat io.tierline");
  }

  /** What its web server answers. */
  JsonNode get(String pathAndQuery) throws IOException {
    int port = files.getDataNodeStats()[0].getInfoPort();
    return new ObjectMapper()
        .readTree(URI.create("http://127.0.0.1:" + port + pathAndQuery).toURL());
  }

  long metric(String source, String name) throws IOException {
    return get("/jmx?qry=Hadoop:service=DataNode,name=" + source).at("/beans/0/" + name).asLong(-1);
  }

  /** Hadoop shows figures that are some seconds old. */
  void assertMetric(String source, String name, long value) throws Exception {
    cluster.await(name + " to be " + value, () -> metric(source, name) == value);
  }

  void assertMetricAtLeast(String source, String name, long least) throws Exception {
    cluster.await(name + " to be " + least + " or more", () -> metric(source, name) >= least);
  }
}
