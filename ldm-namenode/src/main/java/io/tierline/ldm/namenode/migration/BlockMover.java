/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.MoveResult;
import io.tierline.ldm.migration.MoveRules;
import io.tierline.ldm.migration.MovesInFlight;
import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.placement.UnreportedRoom;
import io.tierline.ldm.rating.Medium;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataTransferSaslUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.SaslDataTransferClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.balancer.KeyManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.common.sps.BlockDispatcher;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.BlockStorageMovementCommand.BlockMovingInfo;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.Time;

/**
 * Moves one replica: has the target DataNode fetch it, then waits until the NameNode knows the new
 * copy and not the old one any more. The DataNodes do the copying and check its checksums; HDFS
 * deletes the old copy only when the new one has been reported, so a move that breaks off anywhere
 * leaves at least as many replicas as there were.
 */
public final class BlockMover implements AutoCloseable {
  private static final long LEAST_POLL_MILLIS = 20;
  private static final long MOST_POLL_MILLIS = 500;

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final MovesInFlight inFlight;
  private final UnreportedRoom unreported;
  private final SsdWear wear;
  private final LdmMetrics metrics;
  private final long verifyMillis;
  private final ToIntFunction<String> readers;
  private final BlockDispatcher dispatcher;
  private final SaslDataTransferClient sasl;
  private KeyManager keys;

  /**
   * Creates one without any move under way.
   *
   * @param inFlight is told what moves, for those who choose surplus replicas
   * @param unreported is told what room moves are given
   * @param wear is told what is written to SSDs
   * @param verifyMillis how long a new replica is waited for
   * @param readers how many readers of a dataset are still to come
   */
  public BlockMover(
      NameNode nameNode,
      MovesInFlight inFlight,
      UnreportedRoom unreported,
      SsdWear wear,
      LdmMetrics metrics,
      long verifyMillis,
      ToIntFunction<String> readers) {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.inFlight = inFlight;
    this.unreported = unreported;
    this.wear = wear;
    this.metrics = metrics;
    this.verifyMillis = verifyMillis;
    this.readers = readers;
    Configuration conf = nameNode.getConf();
    this.dispatcher =
        new BlockDispatcher(
            conf.getInt(
                HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY,
                (int) TimeUnit.MINUTES.toMillis(1)),
            conf.getInt(
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
                CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT),
            conf.getBoolean(
                HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
                HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT));
    this.sasl =
        new SaslDataTransferClient(
            conf,
            DataTransferSaslUtil.getSaslPropertiesResolver(conf),
            TrustedChannelResolver.getInstance(conf),
            new AtomicBoolean());
  }

  /** Does the move, or says why not. Blocks until it can be told. */
  public MoveResult move(Move move) {
    Optional<StoredBlock> found = StoredBlock.find(namesystem, move.block());
    if (found.isEmpty()) {
      return MoveResult.skipped("the block is gone or being written");
    }
    StoredBlock block = found.get();
    DatanodeManager nodes = namesystem.getBlockManager().getDatanodeManager();
    DatanodeDescriptor source = nodes.getDatanode(move.fromNode());
    DatanodeDescriptor target = nodes.getDatanode(move.toNode());
    if (!StoredBlock.isInService(source) || !StoredBlock.isInService(target)) {
      return MoveResult.skipped("a DataNode is not in service");
    }
    // A file may ask for more replicas than there are nodes.
    int replicas = Math.min(block.replication(), nodes.getNumLiveDataNodes());
    ManagedBlock now = block.managed(move.file());
    Optional<MoveResult> settled =
        MoveRules.check(now, replicas, move, target.getNetworkLocation());
    if (settled.isPresent()) {
      return settled.get();
    }
    if (MoveRules.isNeedless(now, move, readers.applyAsInt(move.root()))) {
      return MoveResult.skipped("the block has a fast replica for each reader");
    }
    return paidFor(move, block, source, target);
  }

  /** With the wear of the target's SSDs within their budgets. */
  private MoveResult paidFor(
      Move move, StoredBlock block, DatanodeDescriptor source, DatanodeDescriptor target) {
    List<String> mayWear = new ArrayList<>();
    if (move.to() == Medium.SSD) {
      for (DatanodeStorageInfo storage : target.getStorageInfos()) {
        if (storage.getStorageType() == StorageType.SSD) {
          mayWear.add(storage.getStorageID());
        }
      }
    }
    long bytes = block.block().getNumBytes();
    if (!wear.tryReserve(mayWear, bytes)) {
      metrics.migrationWearRefused.incr();
      return MoveResult.skipped("the SSDs of " + target.getXferAddr() + " are worn for today");
    }
    MoveResult result = copied(move, block, source, target);
    String written = null;
    if (result.outcome() == MoveResult.Outcome.DONE) {
      written =
          StoredBlock.find(namesystem, move.block())
              .map(StoredBlock::storages)
              .map(storages -> storages.get(move.toNode()))
              .orElse(null);
      metrics.migrationSsdBytes.incr(move.to() == Medium.SSD ? bytes : 0);
    }
    for (String storage : mayWear) {
      // A failed copy may have written somewhere: what is not known to be elsewhere stays charged.
      if (written != null && !storage.equals(written)) {
        wear.giveBack(storage, bytes);
      }
    }
    return result;
  }

  private MoveResult copied(
      Move move, StoredBlock block, DatanodeDescriptor source, DatanodeDescriptor target) {
    inFlight.begin(move.fromNode(), move.toNode(), move.block());
    if (move.to() != TierSettings.BASE) {
      unreported.give(move.toNode(), move.to(), block.block().getNumBytes());
    }
    try {
      dispatch(move, block, source, target);
      return verified(move);
    } catch (IOException e) {
      return MoveResult.failed(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return MoveResult.failed("interrupted");
    } finally {
      inFlight.end(move.fromNode(), move.toNode(), move.block());
    }
  }

  private void dispatch(
      Move move, StoredBlock block, DatanodeDescriptor source, DatanodeDescriptor target)
      throws IOException {
    StorageType from = StorageType.valueOf(move.from().name());
    StorageType to = StorageType.valueOf(move.to().name());
    ExtendedBlock extended = new ExtendedBlock(namesystem.getBlockPoolId(), block.block());
    KeyManager manager = keys();
    Token<BlockTokenIdentifier> token =
        manager.getAccessToken(extended, new StorageType[] {to}, new String[0]);
    Socket socket = NetUtils.getDefaultSocketFactory(nameNode.getConf()).createSocket();
    dispatcher.moveBlock(
        new BlockMovingInfo(block.block(), source, target, from, to),
        sasl,
        extended,
        socket,
        manager,
        token);
  }

  private synchronized KeyManager keys() throws IOException {
    if (keys == null) {
      Configuration conf = nameNode.getConf();
      boolean encrypted =
          conf.getBoolean(
              DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY,
              DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_DEFAULT);
      keys = new KeyManager(namesystem.getBlockPoolId(), nameNode.getRpcServer(), encrypted, conf);
      keys.startBlockKeyUpdater();
    }
    return keys;
  }

  /** A DataNode answers success for a pinned block that it has not moved, so only this counts. */
  private MoveResult verified(Move move) throws InterruptedException {
    long deadline = Time.monotonicNow() + verifyMillis;
    long poll = LEAST_POLL_MILLIS;
    while (true) {
      Optional<StoredBlock> now = StoredBlock.find(namesystem, move.block());
      if (now.isEmpty()) {
        return MoveResult.skipped("the block was deleted or reopened while it moved");
      }
      if (MoveRules.isDone(now.get().managed(move.file()), move)) {
        return MoveResult.DONE;
      }
      if (Time.monotonicNow() >= deadline) {
        return MoveResult.failed("the NameNode does not know the replica in its new place");
      }
      TimeUnit.MILLISECONDS.sleep(poll);
      poll = Math.min(MOST_POLL_MILLIS, 2 * poll);
    }
  }

  @Override
  public synchronized void close() {
    if (keys != null) {
      keys.close();
    }
  }
}
