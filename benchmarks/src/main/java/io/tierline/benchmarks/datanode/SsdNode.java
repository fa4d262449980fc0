/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import io.tierline.testing.daemons.Daemon;
import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/** In a process of its own, with a volume of type SSD in a folder of this machine. */
final class SsdNode implements Node {
  private static final String NAME = "datanode1";

  private final DaemonCluster cluster;
  private final Daemon daemon;
  private final DistributedFileSystem files;

  private SsdNode(DaemonCluster cluster, Daemon daemon, DistributedFileSystem files) {
    this.cluster = cluster;
    this.daemon = daemon;
    this.files = files;
  }

  static Node start(Contender contender, long blockBytes, Path folder) throws IOException {
    DaemonCluster cluster = new DaemonCluster(folder, 1, 1);
    try {
      return start(contender, blockBytes, cluster);
    } catch (InterruptedException e) {
      cluster.close();
      Thread.currentThread().interrupt();
      throw new IOException("ended", e);
    } catch (Exception e) {
      cluster.close();
      throw new IOException("a DataNode for " + contender.word + " cannot be had", e);
    }
  }

  private static Node start(Contender contender, long blockBytes, DaemonCluster cluster)
      throws Exception {
    Host host = cluster.host(NAME);
    // As an operator's: what is measured is its processor's time.
    host.jvm("-XX:TieredStopAtLevel=4", "-Xmx512m");
    host.set(Host.CORE, "io.file.buffer.size", "131072");
    if (contender == Contender.OURS) {
      host.copyJar("bid-agent", "share/hadoop/hdfs/lib");
      host.set(Host.HDFS, Contender.FACTORY_KEY, Contender.FACTORY);
    }
    Daemon daemon = cluster.startDataNode(NAME);
    cluster.formatAndStartNameNodes();
    Configuration conf = cluster.clientConfiguration();
    conf.setLong("dfs.blocksize", blockBytes);
    DistributedFileSystem files =
        UserGroupInformation.createRemoteUser(DaemonCluster.SUPERUSER)
            .doAs(
                (PrivilegedExceptionAction<DistributedFileSystem>)
                    () -> (DistributedFileSystem) FileSystem.newInstance(conf));
    cluster.await(
        "the DataNode, and the end of safe mode",
        () -> !files.setSafeMode(SafeModeAction.GET) && files.getDataNodeStats().length == 1);
    files.setStoragePolicy(new org.apache.hadoop.fs.Path("/"), "ALL_SSD");
    return new SsdNode(cluster, daemon, files);
  }

  @Override
  public DistributedFileSystem files() {
    return files;
  }

  @Override
  public long processorNanos() {
    return daemon.processorNanos();
  }

  @Override
  public void close() throws IOException {
    files.close();
    cluster.close();
  }
}
