/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import io.tierline.testing.devices.DeviceUse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReadCountingDataset;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster in this process: HDFS with racks and several tiers per DataNode, and YARN with
 * MapReduce when asked for. Its files lie in one temporary directory, deleted at {@link #close}.
 *
 * <p>All DataNodes listen on the loopback address, so HDFS takes a client of this machine to be
 * local to one of them, no matter which.
 */
public final class EmbeddedCluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCluster.class);

  private static final int EXIT_SECONDS = 30;

  private final Path directory;
  private final Runnable exitHook = this::abandon;
  private MiniDFSCluster hdfs;
  private MiniMRYarnCluster yarn;
  private Configuration configuration;

  private EmbeddedCluster(Path directory) {
    this.directory = directory;
  }

  /** An interrupted process must leave neither containers nor gigabytes behind. */
  private void closeAtExit() {
    ShutdownHookManager.get()
        .addShutdownHook(
            exitHook, FileSystem.SHUTDOWN_HOOK_PRIORITY + 1, EXIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Starts the description of a cluster. */
  public static EmbeddedClusterBuilder builder() {
    return new EmbeddedClusterBuilder();
  }

  /** Starts everything; a failure half-way leaves nothing behind. */
  static EmbeddedCluster start(EmbeddedClusterBuilder plan) throws IOException {
    EmbeddedCluster cluster = new EmbeddedCluster(Files.createTempDirectory("tierline-cluster-"));
    cluster.closeAtExit();
    boolean started = false;
    try {
      cluster.startHdfs(plan);
      if (plan.nodeManagers() > 0) {
        cluster.startYarn(plan);
      }
      started = true;
      return cluster;
    } finally {
      if (!started) {
        cluster.close();
      }
    }
  }

  private void startHdfs(EmbeddedClusterBuilder plan) throws IOException {
    configuration = plan.hdfsConfiguration();
    hdfs =
        new MiniDFSCluster.Builder(configuration, directory.resolve("dfs").toFile())
            .numDataNodes(plan.dataNodes())
            .racks(plan.racks())
            .storagesPerDatanode(plan.storageTypes().length)
            .storageTypes(plan.storageTypes())
            .storageCapacities(plan.capacitiesBytes())
            .build();
    hdfs.waitActive();
  }

  private void startYarn(EmbeddedClusterBuilder plan) {
    // The mini clusters put their working directories under this property's value.
    String property = "test.build.data";
    String before = System.getProperty(property);
    System.setProperty(property, directory.resolve("yarn").toString());
    try {
      yarn = new MiniMRYarnCluster("nm", plan.nodeManagers());
      yarn.init(plan.yarnConfiguration(configuration));
      yarn.start();
      configuration = yarn.getConfig();
    } finally {
      if (before == null) {
        System.clearProperty(property);
      } else {
        System.setProperty(property, before);
      }
    }
  }

  /** A copy of the configuration that a client of this cluster needs. */
  public Configuration configuration() {
    return new Configuration(configuration);
  }

  /** The cluster's file system. */
  public DistributedFileSystem fileSystem() throws IOException {
    return hdfs.getFileSystem();
  }

  /** Where the NameNode's web server listens, for example {@code http://localhost:40123}. */
  public URI nameNodeHttp() {
    var address = hdfs.getNameNode().getHttpAddress();
    return URI.create("http://" + address.getHostString() + ":" + address.getPort());
  }

  /** The NameNode and the DataNodes, to stop one or look inside. */
  public MiniDFSCluster hdfs() {
    return hdfs;
  }

  /** What the emulated devices of all DataNodes have done by now; nothing where there are none. */
  public List<DeviceUse> deviceUses() {
    return hdfs.getDataNodes().stream()
        .flatMap(node -> ReadCountingDataset.uses(node).stream())
        .toList();
  }

  /** Bytes that the read caches of all DataNodes served in place of disks; 0 without any. */
  public long cacheHitBytes() {
    return hdfs.getDataNodes().stream().mapToLong(ReadCountingDataset::cacheHitBytes).sum();
  }

  /**
   * The ResourceManager and the NodeManagers.
   *
   * @throws IllegalStateException when the cluster has none
   */
  public MiniMRYarnCluster yarn() {
    if (yarn == null) {
      throw new IllegalStateException("this cluster was built without NodeManagers");
    }
    return yarn;
  }

  /** Stops all daemons and deletes their files. */
  @Override
  public void close() {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(exitHook);
      stop();
    }
  }

  /** Stops what outlives the process, the containers; HDFS refuses to be stopped this late. */
  private synchronized void abandon() {
    stopYarn();
    delete();
  }

  private synchronized void stop() {
    stopYarn();
    if (hdfs != null) {
      hdfs.shutdown(true);
    }
    delete();
  }

  private void stopYarn() {
    if (yarn != null) {
      yarn.stop();
    }
  }

  private void delete() {
    if (!FileUtil.fullyDelete(directory.toFile())) {
      LOG.warn("could not delete all of {}", directory);
    }
  }
}
