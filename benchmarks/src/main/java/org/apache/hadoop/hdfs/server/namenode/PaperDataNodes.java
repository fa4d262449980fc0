/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.TableMapping;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.LoggerFactory;

/**
 * DataNodes that exist only in what they tell a NameNode: registrations, heartbeats every three
 * seconds, block reports. Each has an SSD and a DISK volume with room.
 */
public final class PaperDataNodes implements AutoCloseable {
  private static final long SSD_BYTES = 1L << 40;
  private static final long DISK_BYTES = 8L << 40;
  private static final int PORT = 9866;
  private static final int NODES_PER_NET = 200;
  private static final int HEARTBEAT_SECONDS = 3;

  private final NamenodeProtocols nameNode;
  private final String pool;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Node> byUuid = new HashMap<>();
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "paper-datanodes");
            thread.setDaemon(true);
            return thread;
          });

  /** A DataNode and its volumes. */
  private record Node(DatanodeRegistration registration, List<DatanodeStorage> storages) {
    StorageReport[] reports() {
      return storages.stream()
          .map(
              storage -> {
                long size = storage.getStorageType() == StorageType.SSD ? SSD_BYTES : DISK_BYTES;
                return new StorageReport(storage, false, size, 0, size, 0, 0);
              })
          .toArray(StorageReport[]::new);
    }
  }

  private PaperDataNodes(NamenodeProtocols nameNode, String pool) {
    this.nameNode = nameNode;
    this.pool = pool;
  }

  /**
   * Tells a NameNode to be started which rack each of them is in.
   *
   * @param directory takes the file that says so
   */
  public static void place(Configuration conf, Path directory, int size, int racks)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      lines.add(address(i) + " /rack-" + i % racks);
    }
    Path table = Files.write(directory.resolve("racks"), lines);
    conf.set(
        CommonConfigurationKeysPublic.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY,
        TableMapping.class.getName());
    conf.set(CommonConfigurationKeysPublic.NET_TOPOLOGY_TABLE_MAPPING_FILE_KEY, table.toString());
  }

  private static String address(int number) {
    return "10.0." + number / NODES_PER_NET + "." + (1 + number % NODES_PER_NET);
  }

  /** Registers so many with a NameNode; they live until closed. */
  public static PaperDataNodes register(NameNode nameNode, int size) throws IOException {
    NamespaceInfo namespace = nameNode.getNamesystem().getNamespaceInfo();
    PaperDataNodes all =
        new PaperDataNodes(nameNode.getRpcServer(), nameNode.getNamesystem().getBlockPoolId());
    for (int i = 0; i < size; i++) {
      all.add(i, namespace);
    }
    all.heart.scheduleWithFixedDelay(
        all::beat, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    return all;
  }

  private void add(int number, NamespaceInfo namespace) throws IOException {
    DatanodeID id =
        new DatanodeID(
            address(number), address(number), "node-" + number, PORT, PORT + 1, PORT + 2, PORT + 3);
    DatanodeRegistration asked =
        new DatanodeRegistration(
            id,
            new StorageInfo(
                DataNodeLayoutVersion.getCurrentLayoutVersion(),
                namespace.getNamespaceID(),
                namespace.getClusterID(),
                namespace.getCTime(),
                NodeType.DATA_NODE),
            new ExportedBlockKeys(),
            VersionInfo.getVersion());
    DatanodeRegistration registration = nameNode.registerDatanode(asked);
    registration.setNamespaceInfo(namespace);
    List<DatanodeStorage> storages = new ArrayList<>();
    for (StorageType type : List.of(StorageType.SSD, StorageType.DISK)) {
      storages.add(new DatanodeStorage(type + "-" + number, DatanodeStorage.State.NORMAL, type));
    }
    Node node = new Node(registration, storages);
    nodes.add(node);
    byUuid.put(registration.getDatanodeUuid(), node);
    beat(node);
    StorageBlockReport[] empty =
        storages.stream()
            .map(storage -> new StorageBlockReport(storage, BlockListAsLongs.EMPTY))
            .toArray(StorageBlockReport[]::new);
    nameNode.blockReport(
        registration, pool, empty, new BlockReportContext(1, 0, System.nanoTime(), 0L));
  }

  private void beat() {
    try {
      for (Node node : nodes) {
        beat(node);
      }
    } catch (IOException e) {
      LoggerFactory.getLogger(PaperDataNodes.class).warn("no heartbeat", e);
    }
  }

  private void beat(Node node) throws IOException {
    nameNode.sendHeartbeat(
        node.registration(),
        node.reports(),
        0,
        0,
        0,
        0,
        0,
        null,
        false,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
  }

  /** Has the DataNodes of a block report that they have received it. */
  void received(LocatedBlock block) throws IOException {
    ReceivedDeletedBlockInfo[] news = {
      new ReceivedDeletedBlockInfo(
          block.getBlock().getLocalBlock(),
          ReceivedDeletedBlockInfo.BlockStatus.RECEIVED_BLOCK,
          null)
    };
    DatanodeInfo[] locations = block.getLocations();
    for (int i = 0; i < locations.length; i++) {
      Node node = byUuid.get(locations[i].getDatanodeUuid());
      StorageType type = block.getStorageTypes()[i];
      DatanodeStorage storage =
          node.storages().stream()
              .filter(one -> one.getStorageType() == type)
              .findFirst()
              .orElseThrow();
      StorageReceivedDeletedBlocks[] report = {new StorageReceivedDeletedBlocks(storage, news)};
      nameNode.blockReceivedAndDeleted(node.registration(), pool, report);
    }
  }

  @Override
  public void close() {
    heart.shutdownNow();
  }
}
