/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.Host;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * From stock daemons to LDM and BID by the tarball and the docs' commands, and back, with data
 * intact.
 */
@Tag("integration")
class TarballOnDaemonsTest {
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/tmp/kept");
  private static final org.apache.hadoop.fs.Path PROBE =
      new org.apache.hadoop.fs.Path("/tmp/probe");
  private static final String NODE = "datanode1";

  private static void run(String commands, Host host) throws Exception {
    Map<String, String> environment =
        Map.of(
            "HADOOP_HOME", host.home().toString(),
            // There is no HBase beside it.
            "HBASE_HOME", host.home().resolve("no-hbase").toString(),
            "TARBALL", Tarball.file().toString());
    Tarball.bash(commands, environment).requireSuccess();
  }

  private static boolean hasLdm(DaemonCluster cluster) {
    return cluster.get(cluster.http(1), "/ldm/v1/status").contains("READY");
  }

  private static FileSystem filesOf(DaemonCluster cluster) throws Exception {
    return UserGroupInformation.createRemoteUser(DaemonCluster.SUPERUSER)
        .doAs(
            (PrivilegedExceptionAction<FileSystem>)
                () -> FileSystem.newInstance(cluster.clientConfiguration()));
  }

  private static boolean write(FileSystem files, byte[] content) throws IOException {
    try (OutputStream out = files.create(FILE)) {
      out.write(content);
    }
    return true;
  }

  private static byte[] read(FileSystem files) throws IOException {
    try (InputStream in = files.open(FILE)) {
      return in.readAllBytes();
    }
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void stockDaemonsGetLdmAndBidAndGiveThemBack() throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(7).nextBytes(content);
    Path root = Files.createDirectories(Path.of("target/daemons").toAbsolutePath());
    try (DaemonCluster cluster =
        new DaemonCluster(Files.createTempDirectory(root, "tarball-"), 1, 1)) {
      Host host = cluster.nameNodeHost(1);
      Host node = cluster.host(NODE);
      cluster.formatAndStartNameNodes();
      cluster.startDataNode(NODE);
      try (FileSystem files = filesOf(cluster)) {
        cluster.await("the DataNode", () -> write(files, content));
        assertThat(hasLdm(cluster)).isFalse();
      }

      run(Tarball.commands().get(0), host);
      run(Tarball.commands().get(0), node);
      Path template = host.home().resolve("etc/hadoop/hdfs-site-ldm.xml.template");
      Configuration properties = new Configuration(false);
      properties.addResource(Files.newInputStream(template));
      properties.forEach(each -> host.set(Host.HDFS, each.getKey(), each.getValue()));
      assertThat(Tarball.datasetProperties()).containsKey("dfs.datanode.fsdataset.factory");
      Tarball.datasetProperties().forEach((key, value) -> node.set(Host.HDFS, key, value));
      restart(cluster);
      cluster.await("LDM", () -> hasLdm(cluster));
      cluster.await("BID", () -> cluster.daemon(NODE).log().contains("(DISK) is scheduled"));
      try (FileSystem files = filesOf(cluster)) {
        cluster.await("the DataNode", () -> Arrays.equals(content, read(files)));
      }

      properties.forEach(each -> host.remove(Host.HDFS, each.getKey()));
      Tarball.datasetProperties().keySet().forEach(key -> node.remove(Host.HDFS, key));
      run(Tarball.commands().get(2), host);
      run(Tarball.commands().get(2), node);
      restart(cluster);
      try (FileSystem files = filesOf(cluster)) {
        cluster.await("the DataNode", () -> Arrays.equals(content, read(files)));
        assertThat(hasLdm(cluster)).isFalse();
        assertThat(cluster.daemon(NODE).log()).doesNotContain("BID");
      }
    }
  }

  /** Both, with new logs. */
  private static void restart(DaemonCluster cluster) throws Exception {
    cluster.daemon(NODE).stop();
    cluster.daemon("namenode1").stop();
    cluster.clearLog(NODE);
    cluster.startNameNode(1);
    cluster.startDataNode(NODE);
  }
}
