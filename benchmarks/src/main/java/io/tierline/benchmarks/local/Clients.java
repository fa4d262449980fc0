/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.benchmarks.local.ClusterRecord.DaemonRecord;
import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.Host;
import io.tierline.testing.daemons.OozieJars;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/** Asks the daemons whether they serve, as their own clients do. */
final class Clients {
  private static final FsPermission FOR_ALL = new FsPermission((short) 01777);
  private static final List<String> OPEN_TO_ALL = List.of("/staging", "/tmp");
  private static final String USER_HOME = "/user/" + DaemonCluster.SUPERUSER;

  private final ClusterRecord record;
  private final Configuration conf;
  private final HttpClient web = HttpClient.newHttpClient();

  /** Clients by the site files that the shell has too. */
  Clients(ClusterFolder folder, ClusterRecord record) {
    this.record = record;
    conf = HBaseConfiguration.create();
    java.nio.file.Path files = folder.resolve("client/conf");
    for (String file : List.of(Host.CORE, Host.HDFS, "hbase-site.xml")) {
      conf.addResource(new Path(files.resolve(file).toUri()));
    }
    // Whoever asks too early asks again.
    conf.setInt("ipc.client.connect.max.retries", 0);
    conf.setInt("dfs.client.failover.max.attempts", 2);
    conf.setInt("hbase.client.retries.number", 1);
    conf.setInt("hbase.client.operation.timeout", 5_000);
    conf.setInt("hbase.client.meta.operation.timeout", 5_000);
    conf.setInt("zookeeper.recovery.retry", 0);
  }

  /** Whether somebody listens at a port. */
  static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private interface OnFiles<T> {
    T run(DistributedFileSystem files) throws IOException;
  }

  private <T> T onFiles(OnFiles<T> action) throws IOException, InterruptedException {
    return UserGroupInformation.createRemoteUser(DaemonCluster.SUPERUSER)
        .doAs(
            (PrivilegedExceptionAction<T>)
                () -> {
                  try (FileSystem files = FileSystem.newInstance(conf)) {
                    return action.run((DistributedFileSystem) files);
                  }
                });
  }

  /** Whether all DataNodes have reported and the NameNode has left safe mode. */
  boolean canWrite() throws InterruptedException {
    try {
      return onFiles(
          files ->
              files.getDataNodeStats().length == record.count(Role.DATANODE)
                  && !files.setSafeMode(SafeModeAction.GET));
    } catch (IOException tooEarly) {
      return false;
    }
  }

  /** Makes what jobs and users of a new cluster need. */
  void makeDirectories() throws IOException, InterruptedException {
    onFiles(
        files -> {
          for (String open : OPEN_TO_ALL) {
            files.mkdirs(new Path(open));
            files.setPermission(new Path(open), FOR_ALL);
          }
          return files.mkdirs(new Path(USER_HOME));
        });
  }

  /** Puts where Oozie looks for it what it gives to the actions that it launches. */
  void shareLibrary() throws IOException, InterruptedException {
    onFiles(
        files -> {
          for (Map.Entry<String, java.nio.file.Path> jar : OozieJars.shared().entrySet()) {
            files.copyFromLocalFile(
                new Path(jar.getValue().toUri()), new Path(OozieJars.SHARE_LIBRARY, jar.getKey()));
          }
          return null;
        });
  }

  /** Whether Oozie's web services answer. */
  boolean canRunWorkflows() throws InterruptedException {
    return answer(record.daemon(Role.OOZIE.name(1)).page() + "/oozie/versions").startsWith("[");
  }

  /** Whether the ResourceManager has its NodeManager. */
  boolean canRunJobs() throws InterruptedException {
    DaemonRecord manager = record.daemon(Role.RESOURCEMANAGER.name(1));
    return answer(manager.page() + "/ws/v1/cluster/metrics").contains("\"activeNodes\":1,");
  }

  /** What a web server answers; empty while it answers nothing. */
  private String answer(String url) throws InterruptedException {
    try {
      return web.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException tooEarly) {
      return "";
    }
  }

  /** Whether the master has a region server, and that the table of tables. */
  boolean canServeTables() {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      admin.listTableDescriptors();
      return !admin.getRegionServers().isEmpty();
    } catch (IOException tooEarly) {
      return false;
    }
  }
}
