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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From stock daemons to LDM by the tarball and the docs' commands, and back, with data intact. */
@Tag("integration")
class TarballOnDaemonsTest {
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/tmp/kept");

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

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void stockDaemonsGetLdmAndGiveItBack() throws Exception {
    Path root = Files.createDirectories(Path.of("target/daemons").toAbsolutePath());
    try (DaemonCluster cluster =
        new DaemonCluster(Files.createTempDirectory(root, "tarball-"), 1, 1)) {
      Host host = cluster.nameNodeHost(1);
      cluster.formatAndStartNameNodes();
      cluster.startDataNode("datanode1");
      try (FileSystem files = filesOf(cluster)) {
        cluster.await("the NameNode", () -> files.createNewFile(FILE));
        assertThat(hasLdm(cluster)).isFalse();
      }

      run(Tarball.commands().get(0), host);
      Path template = host.home().resolve("etc/hadoop/hdfs-site-ldm.xml.template");
      Configuration properties = new Configuration(false);
      properties.addResource(Files.newInputStream(template));
      properties.forEach(each -> host.set(Host.HDFS, each.getKey(), each.getValue()));
      cluster.daemon("namenode1").stop();
      cluster.startNameNode(1);
      cluster.await("LDM", () -> hasLdm(cluster));

      properties.forEach(each -> host.remove(Host.HDFS, each.getKey()));
      cluster.daemon("namenode1").stop();
      run(Tarball.commands().get(2), host);
      cluster.startNameNode(1);
      try (FileSystem files = filesOf(cluster)) {
        cluster.await("the NameNode", () -> files.exists(FILE));
        assertThat(hasLdm(cluster)).isFalse();
      }
    }
  }
}
