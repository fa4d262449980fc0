/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.Keyed;
import io.tierline.ldm.client.LdmClient;
import io.tierline.testing.cluster.EmbeddedCluster;
import io.tierline.testing.devices.DeviceModels;
import io.tierline.testing.devices.Scheduling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** A way to run the same cluster and the same jobs. */
enum Contender implements Keyed {
  /** HDFS as it comes: storage policy HOT, every replica on DISK. */
  STOCK("stock HDFS", false, Scheduling.LINUX),
  /** What a user would do by hand: HDFS's storage policy ONE_SSD on the chain's directory. */
  ONE_SSD("HDFS, ONE_SSD set by hand", false, Scheduling.LINUX) {
    @Override
    void prepare(EmbeddedCluster cluster, Chain chain) throws IOException {
      var base = new org.apache.hadoop.fs.Path(Chain.BASE);
      cluster.fileSystem().mkdirs(base);
      cluster.fileSystem().setStoragePolicy(base, HdfsConstants.ONESSD_STORAGE_POLICY_NAME);
    }
  },
  /** Stock HDFS, and the SSDs are the DataNodes' read caches; on emulated devices only. */
  READ_CACHE("HDFS with read caches on SSDs", false, Scheduling.LINUX) {
    @Override
    DeviceModels devices(DeviceModels plain, long ssdBytes) {
      return plain.withCache(ssdBytes);
    }
  },
  /** Placement by lineage, loaded by the ready fragment and told of the chain before it runs. */
  LDM("HDFS with LDM", true, Scheduling.LINUX),
  /** The same, and the disks served by BID's scheduler; on emulated devices only. */
  LDM_BID("HDFS with LDM and BID", true, Scheduling.BID);

  private final String title;
  private final boolean ldm;
  private final Scheduling scheduling;

  Contender(String title, boolean ldm, Scheduling scheduling) {
    this.title = title;
    this.ldm = ldm;
    this.scheduling = scheduling;
  }

  /** Changes the configuration of the daemons; {@code home} is the source tree. */
  void configure(Configuration conf, Path home) {
    if (ldm) {
      conf.addResource(
          new org.apache.hadoop.fs.Path(home.resolve("conf/hdfs-site-ldm.xml").toUri()));
    } else {
      // As HDFS comes, a node is chosen for having an SSD, and is out for the block altogether if
      // that has no room. With all SSDs full, ONE_SSD leaves blocks with one or two replicas.
      conf.setBoolean(DFSConfigKeys.DFS_USE_DFS_NETWORK_TOPOLOGY_KEY, false);
    }
  }

  /** Prepares the running cluster for the chain. */
  void prepare(EmbeddedCluster cluster, Chain chain) throws IOException {
    if (ldm) {
      new LdmClient(cluster.nameNodeHttp(), cluster.configuration()).register(chain.workflow());
    }
  }

  /** The devices that it runs on, made of the plain ones; a DataNode's SSD holds so many bytes. */
  DeviceModels devices(DeviceModels plain, long ssdBytes) {
    return plain;
  }

  /** LDM counters after the chain; empty where LDM does not run. */
  Map<String, Long> counters() {
    return ldm ? LdmCounters.read() : Map.of();
  }

  /** Whether LDM places the blocks. */
  boolean hasLdm() {
    return ldm;
  }

  /** Who serves its emulated disks. */
  Scheduling scheduling() {
    return scheduling;
  }

  /** Whether it runs in that scene. */
  boolean runsIn(Scene scene) {
    return scene == Scene.BESIDE || this != READ_CACHE;
  }

  /**
   * Whether it answers what the scene asks. With nothing beside the chain, what it would gain over
   * stock HDFS; a disk has little to put in order then. Beside other jobs, who spends a small fast
   * tier best.
   */
  boolean answersIn(Scene scene) {
    return this != (scene == Scene.ALONE ? LDM_BID : STOCK);
  }

  /** Whether it needs emulated devices. */
  boolean needsEmulation() {
    return this == READ_CACHE || this == LDM_BID;
  }

  /** Whether Hadoop's Mover is run over the result. */
  boolean runsMover() {
    return this == LDM;
  }

  /** A title for people. */
  String title() {
    return title;
  }

  /** The name in figures and options. */
  @Override
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The contender with that key. */
  static Contender of(String key) {
    return Keyed.of(Contender.class, key);
  }
}
