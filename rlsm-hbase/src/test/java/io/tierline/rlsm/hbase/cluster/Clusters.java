/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import io.tierline.rlsm.hbase.HostTestingUtil;
import io.tierline.rlsm.hbase.Labels;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.KeyProviderForTesting;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.visibility.VisibilityConstants;
import org.apache.hadoop.hbase.security.visibility.VisibilityTestUtil;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The clusters of this run: a home cluster of two region servers on HDFS, and a peer on the same
 * HDFS and ZooKeeper that has the engine under test for all tables, keeps visibility labels and
 * receives replicated edits. Each is started when it is first asked for and stopped when the last
 * test has ended, because a start takes seconds.
 */
final class Clusters implements BeforeAllCallback {
  private static final int PATIENCE_MILLIS = 180_000;

  /** Name of the home cluster's configuration for the peer's replication of bulk loads. */
  private static final String HOME_ID = "home";

  private static HostTestingUtil home;
  private static HostTestingUtil peer;

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(Clusters.class))
        .getOrComputeIfAbsent(
            "stop", key -> (ExtensionContext.Store.CloseableResource) Clusters::stop);
  }

  static synchronized HostTestingUtil home() throws Exception {
    if (home == null) {
      HostTestingUtil util = new HostTestingUtil();
      configure(util.getConfiguration());
      try {
        util.startCluster(2);
      } catch (Exception e) {
        util.shutdownMiniCluster();
        throw e;
      }
      util.getAdmin().balancerSwitch(false, true);
      home = util;
    }
    return home;
  }

  static synchronized HostTestingUtil peer() throws Exception {
    if (peer == null) {
      HostTestingUtil util = new HostTestingUtil();
      Configuration conf = util.getConfiguration();
      configure(conf);
      conf.set(HConstants.ZOOKEEPER_ZNODE_PARENT, "/peer");
      conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, Engines.UNDER_TEST);
      conf.set("hbase.superuser", User.getCurrent().getShortName());
      Labels.believeReaders(conf);
      VisibilityTestUtil.enableVisiblityLabels(conf);
      util.setZkCluster(home().getZkCluster());
      util.setDFSCluster(home().getDFSCluster(), false);
      util.startHbase();
      util.waitTableAvailable(VisibilityConstants.LABELS_TABLE_NAME);
      peer = util;
    }
    return peer;
  }

  private static void configure(Configuration conf) {
    conf.setInt("hbase.master.start.timeout.localHBaseCluster", PATIENCE_MILLIS);
    conf.setInt("hbase.zookeeper.property.maxSessionTimeout", PATIENCE_MILLIS);
    conf.setInt(HConstants.ZK_SESSION_TIMEOUT, PATIENCE_MILLIS);
    conf.setInt("hbase.hfile.compaction.discharger.interval", 500);
    conf.setInt("hbase.regionserver.storefile.refresh.period", 300);
    conf.setInt("hbase.assignment.maximum.attempts", 3);
    conf.setLong("hbase.hregion.max.filesize.limit", 1);
    conf.setLong("hbase.hregion.memstore.flush.size.limit", 1);
    // A file's end is seldom acknowledged at the first question, and the pause before the next one
    // doubles.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 4);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    conf.setClass(
        HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, KeyProviderForTesting.class, Object.class);
    conf.set(HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY, "hbase");
    conf.setLong("replication.source.sleepforretries", 100);
    conf.setBoolean(HConstants.REPLICATION_BULKLOAD_ENABLE_KEY, true);
    conf.set(HConstants.REPLICATION_CLUSTER_ID, HOME_ID);
    conf.setClass(
        "hbase.replication.source.fs.conf.provider", HomeConfiguration.class, Object.class);
  }

  /** A region server of its own for a test that will kill it. */
  static HRegionServer addRegionServer() throws Exception {
    var cluster = home().getMiniHBaseCluster();
    HRegionServer server = cluster.startRegionServerAndWait(PATIENCE_MILLIS).getRegionServer();
    await(
        "the master to know " + server,
        () ->
            cluster
                .getMaster()
                .getServerManager()
                .createDestinationServersList()
                .contains(server.getServerName()));
    return server;
  }

  /**
   * Waits up to three minutes, which only a failure or a very busy machine takes.
   *
   * @throws AssertionError when it does not come about
   */
  static void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within three minutes: " + what);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** What a test waits for. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  private static synchronized void stop() throws IOException {
    if (peer != null) {
      peer.shutdownMiniHBaseCluster();
    }
    if (home != null) {
      home.shutdownMiniCluster();
    }
    peer = null;
    home = null;
  }
}
