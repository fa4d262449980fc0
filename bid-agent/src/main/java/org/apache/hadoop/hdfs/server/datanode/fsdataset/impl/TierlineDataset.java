/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.SuspectBlocks;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;

/**
 * HDFS's dataset, whose streams of block data go through {@link Schedules} where that has a
 * scheduler for the volume. In this package because HDFS's class is not visible elsewhere.
 */
@InterfaceAudience.Private
public final class TierlineDataset extends FsDatasetImpl {
  /**
   * The schedulers of the dataset's volumes. Nothing here throws: where a scheduler has nothing to
   * say, or fails, the dataset gets back what HDFS's own made.
   */
  public interface Schedules {
    /** These are the dataset's volumes now: new ones are opened, those that are gone closed. */
    void serve(Iterable<? extends FsVolumeSpi> present);

    /** Has that done soon, on another thread; once for all who ask before it begins. */
    void later(Runnable look);

    /**
     * A stream of a finalized block's data.
     *
     * @param stock HDFS's own, at that position
     * @param position where it stands, in bytes
     * @param blockEnd the block's length, in bytes
     * @param suspect to be called when the file cannot be read so far
     * @return it, or one that reads through the scheduler and closes it
     */
    InputStream reading(
        FsVolumeSpi volume, InputStream stock, long position, long blockEnd, Runnable suspect);

    /**
     * What the writer of a replica gets: HDFS's own handler, or one whose data is scheduled and
     * whose syncs go to a log.
     *
     * @param pool the block pool
     */
    ReplicaHandler writing(ReplicaHandler stock, String pool);

    /** The same for a copy, which is deleted if the DataNode stops before its end. */
    ReplicaHandler copying(ReplicaHandler stock);

    /** A volume is to be added, at that place: before its blocks are looked at. */
    void adding(URI volume);

    /**
     * Whether blocks of the volume that were being written when the DataNode ended may lack bytes
     * that were synced, as a log of them is not there.
     */
    boolean mayLack(FsVolumeSpi volume);

    /** Closes all, each when its last transfer has ended. */
    void close();
  }

  /**
   * Who reads blocks to send them. Others take the stream for a file's: to pass its descriptor to a
   * short-circuit reader, or to lock it into memory.
   */
  private static final String SENDER = "org.apache.hadoop.hdfs.server.datanode.BlockSender";

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Schedules io;

  private TierlineDataset(DataNode node, DataStorage storage, Configuration conf, Schedules io)
      throws IOException {
    super(node, storage, conf);
    this.io = io;
  }

  /**
   * Makes one of a DataNode's storage.
   *
   * @throws IOException as HDFS's dataset
   */
  public static FsDatasetSpi<?> of(
      DataNode node, DataStorage storage, Configuration conf, Schedules io) throws IOException {
    TierlineDataset dataset = new TierlineDataset(node, storage, conf, io);
    dataset.serveVolumes();
    return dataset;
  }

  /** The schedulers of its volumes. */
  public Schedules schedules() {
    return io;
  }

  private void serveVolumes() {
    try (FsVolumeReferences volumes = getFsVolumeReferences()) {
      io.serve(volumes);
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("BID: volumes are served in stock's way", e);
    }
  }

  @Override
  public InputStream getBlockInputStream(ExtendedBlock block, long offset) throws IOException {
    boolean sent = STACK.getCallerClass().getName().equals(SENDER);
    InputStream stock = super.getBlockInputStream(block, offset);
    if (!sent) {
      return stock;
    }
    ReplicaInfo replica = volumeMap.get(block.getBlockPoolId(), block.getLocalBlock());
    // Of one that is being written the kernel's cache has the last bytes; a cached one is there.
    if (replica == null
        || replica.getState() != ReplicaState.FINALIZED
        || isCached(block.getBlockPoolId(), block.getBlockId())) {
      return stock;
    }
    FsVolumeSpi volume = replica.getVolume();
    return io.reading(
        volume,
        stock,
        offset,
        replica.getBytesOnDisk(),
        () -> SuspectBlocks.add(datanode, volume, block));
  }

  @Override
  public ReplicaHandler createRbw(
      StorageType type, String storage, ExtendedBlock block, boolean lazyPersist, long newStamp)
      throws IOException {
    return io.writing(
        super.createRbw(type, storage, block, lazyPersist, newStamp), block.getBlockPoolId());
  }

  @Override
  public ReplicaHandler createTemporary(
      StorageType type, String storage, ExtendedBlock block, boolean isTransfer)
      throws IOException {
    return io.copying(super.createTemporary(type, storage, block, isTransfer));
  }

  @Override
  public ReplicaHandler append(ExtendedBlock block, long newStamp, long expectedLength)
      throws IOException {
    return io.writing(super.append(block, newStamp, expectedLength), block.getBlockPoolId());
  }

  @Override
  public ReplicaHandler recoverAppend(ExtendedBlock block, long newStamp, long expectedLength)
      throws IOException {
    return io.writing(super.recoverAppend(block, newStamp, expectedLength), block.getBlockPoolId());
  }

  @Override
  public ReplicaHandler recoverRbw(
      ExtendedBlock block, long newStamp, long leastReceived, long mostReceived)
      throws IOException {
    return io.writing(
        super.recoverRbw(block, newStamp, leastReceived, mostReceived), block.getBlockPoolId());
  }

  /**
   * As HDFS's, but for a block that may be shorter than what was synced: its length would become
   * that of the other replicas. With an error these decide without it, and if there are none, the
   * block stays as it is and is asked for again.
   */
  @Override
  public ReplicaRecoveryInfo initReplicaRecovery(RecoveringBlock recovering) throws IOException {
    ExtendedBlock block = recovering.getBlock();
    ReplicaInfo replica = volumeMap.get(block.getBlockPoolId(), block.getLocalBlock());
    if (replica != null
        && replica.getState() == ReplicaState.RWR
        && io.mayLack(replica.getVolume())) {
      throw new IOException(
          block + " may lack bytes that a delta log has: see this DataNode's log of its start");
    }
    return super.initReplicaRecovery(recovering);
  }

  @Override
  public void addVolume(StorageLocation location, List<NamespaceInfo> namespaces)
      throws IOException {
    if (location.getStorageType() != StorageType.PROVIDED) {
      io.adding(location.getUri());
    }
    super.addVolume(location, namespaces);
    serveVolumes();
  }

  @Override
  public void removeVolumes(Collection<StorageLocation> locations, boolean clearFailure) {
    super.removeVolumes(locations, clearFailure);
    serveVolumes();
  }

  @Override
  public void handleVolumeFailures(Set<FsVolumeSpi> failed) {
    super.handleVolumeFailures(failed);
    // HDFS is to count the failure, and to end if there are too many, as soon as it does in stock.
    io.later(this::serveVolumes);
  }

  @Override
  public void shutdown() {
    try {
      super.shutdown();
    } finally {
      io.close();
    }
  }
}
