/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * ZooKeeper, a master and a region server beside the HDFS of a cluster of daemons. HBase's classes
 * must be among the jars that Maven has resolved.
 */
public final class HBaseDaemons {
  /** Site file of HBase. */
  public static final String SITE = "hbase-site.xml";

  /** The host of the master. */
  public static final String MASTER = "hmaster";

  /** The host of the region server. */
  public static final String REGION_SERVER = "regionserver";

  /** Both, in the order of their start. */
  public static final List<String> HOSTS = List.of(MASTER, REGION_SERVER);

  private static final String USER = DaemonCluster.SUPERUSER;
  private static final String ZOOKEEPER = "zookeeper";
  private static final String QUORUM = "hbase.zookeeper.quorum";
  private static final String CLIENT_PORT = "hbase.zookeeper.property.clientPort";
  private static final String LOCALHOST = "localhost";

  private final DaemonCluster cluster;
  private final int zooKeeperPort;

  /** Those of a cluster; nothing is started yet. */
  public HBaseDaemons(DaemonCluster cluster) throws IOException {
    this.cluster = cluster;
    zooKeeperPort = DaemonCluster.freePort();
    HOSTS.forEach(name -> write(cluster.host(name)));
  }

  private void write(Host host) {
    host.set(SITE, "hbase.cluster.distributed", "true");
    host.set(SITE, "hbase.rootdir", cluster.clientConfiguration().get("fs.defaultFS") + "/hbase");
    host.set(SITE, QUORUM, LOCALHOST);
    host.set(SITE, CLIENT_PORT, String.valueOf(zooKeeperPort));
    // A region server that was killed would be waited for half a minute.
    host.set(SITE, "zookeeper.session.timeout", "6000");
    // Nor does one need three seconds to report for duty, or a master to wait for more of them.
    host.set(SITE, "hbase.regionserver.msginterval", "500");
    host.set(SITE, "hbase.master.wait.on.regionservers.interval", "200");
    host.set(SITE, "hbase.master.hostname", LOCALHOST);
    host.set(SITE, "hbase.unsafe.regionserver.hostname", LOCALHOST);
    for (String daemon : List.of("hbase.master", "hbase.regionserver")) {
      host.set(SITE, daemon + ".port", "0");
      host.set(SITE, daemon + ".info.port", "-1");
    }
  }

  /**
   * Starts ZooKeeper, which both need, and waits until it listens: a client of HBase that comes
   * before may ask in vain from then on.
   */
  public void startZooKeeper() throws Exception {
    Host host = cluster.host(ZOOKEEPER);
    Path file =
        host.write(
            "zoo.cfg",
            "tickTime=2000\nadmin.enableServer=false\nclientPort=%d\ndataDir=%s\n"
                .formatted(zooKeeperPort, host.home().resolve("data")));
    cluster.start(
        ZOOKEEPER, USER, "org.apache.zookeeper.server.ZooKeeperServerMain", file.toString());
    cluster.await("ZooKeeper", this::hasZooKeeper);
  }

  private boolean hasZooKeeper() throws IOException {
    try (Socket socket = new Socket(LOCALHOST, zooKeeperPort)) {
      return socket.isConnected();
    }
  }

  /** Starts the master. */
  public void startMaster() throws IOException {
    cluster.start(MASTER, USER, "org.apache.hadoop.hbase.master.HMaster", "start");
  }

  /** Starts the region server. */
  public void startRegionServer() throws IOException {
    String main = "org.apache.hadoop.hbase.regionserver.HRegionServer";
    cluster.start(REGION_SERVER, USER, main, "start");
  }

  /** Tells a client of HBase in this process where the cluster is. */
  public Configuration configure(Configuration conf) {
    conf.set(QUORUM, LOCALHOST);
    conf.setInt(CLIENT_PORT, zooKeeperPort);
    return conf;
  }
}
