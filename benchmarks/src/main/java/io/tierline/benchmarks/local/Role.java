/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.OozieJars;
import java.util.Locale;

/** What a daemon is. Later stages need earlier ones: started in this order, stopped in reverse. */
enum Role {
  ZOOKEEPER(0, "org.apache.zookeeper.server.ZooKeeperServerMain"),
  JOURNALNODE(0, "org.apache.hadoop.hdfs.qjournal.server.JournalNode"),
  NAMENODE(1, "org.apache.hadoop.hdfs.server.namenode.NameNode"),
  ZKFC(1, "org.apache.hadoop.hdfs.tools.DFSZKFailoverController"),
  DATANODE(1, "org.apache.hadoop.hdfs.server.datanode.DataNode"),
  RESOURCEMANAGER(1, "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager"),
  NODEMANAGER(2, "org.apache.hadoop.yarn.server.nodemanager.NodeManager"),
  HMASTER(2, "org.apache.hadoop.hbase.master.HMaster"),
  REGIONSERVER(3, "org.apache.hadoop.hbase.regionserver.HRegionServer"),
  OOZIE(3, OozieJars.SERVER),
  GATEWAY(3, "io.tierline.ldm.gateway.LineageGateway");

  /** How many stages there are. */
  static final int STAGES = 4;

  private final int stage;
  private final String main;

  Role(int stage, String main) {
    this.stage = stage;
    this.main = main;
  }

  /** When it is started: 0 first. */
  int stage() {
    return stage;
  }

  /** Its main class. */
  String main() {
    return main;
  }

  /** The user who it takes itself for. */
  String user() {
    return switch (this) {
      case RESOURCEMANAGER, NODEMANAGER -> DaemonCluster.YARN_USER;
      case OOZIE -> "oozie";
      case GATEWAY -> "tierline";
      default -> DaemonCluster.SUPERUSER;
    };
  }

  /** A daemon's name: datanode2. */
  String name(int number) {
    return name().toLowerCase(Locale.ROOT) + number;
  }

  /** The role of a daemon of that name. */
  static Role of(String name) {
    return valueOf(name.replaceAll("\\d", "").toUpperCase(Locale.ROOT));
  }
}
