/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.hsync.LoggedStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ChunkChecksum;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;

/**
 * A replica that is being written, as its writer sees it. All state is that of HDFS's own replica,
 * which is in the dataset's map and to which everything here goes; only the data's stream is ours.
 * It is a local replica, since HDFS syncs no other's directory, and of the class that HDFS's own
 * dataset gives to a writer, since callers of a dataset cast to it.
 */
public final class ScheduledReplica extends ReplicaBeingWritten {

  private final LocalReplicaInPipeline stock;
  private final UnaryOperator<ReplicaOutputStreams> streams;

  /** What its writer got, if syncs go to the delta log. */
  private volatile LoggedStreams logged;

  /**
   * The handler of a replica whose writer gets other streams; HDFS's own where the replica is no
   * local one.
   *
   * @param streams from the replica and HDFS's streams to those for the writer
   */
  public static ReplicaHandler handler(
      ReplicaHandler stock,
      BiFunction<LocalReplicaInPipeline, ReplicaOutputStreams, ReplicaOutputStreams> streams) {
    if (!(stock.getReplica() instanceof LocalReplicaInPipeline replica)) {
      return stock;
    }
    UnaryOperator<ReplicaOutputStreams> wrap = made -> streams.apply(replica, made);
    return new ReplicaHandler(new ScheduledReplica(replica, wrap), null) {
      @Override
      public void close() throws IOException {
        stock.close();
      }
    };
  }

  private ScheduledReplica(
      LocalReplicaInPipeline stock, UnaryOperator<ReplicaOutputStreams> streams) {
    super(
        stock.getBlockId(),
        stock.getNumBytes(),
        stock.getGenerationStamp(),
        stock.getVolume(),
        stock.getBlockFile().getParentFile(),
        Thread.currentThread(),
        0);
    this.stock = stock;
    this.streams = streams;
  }

  @Override
  public ReplicaOutputStreams createStreams(boolean isCreate, DataChecksum requestedChecksum)
      throws IOException {
    ReplicaOutputStreams made = streams.apply(stock.createStreams(isCreate, requestedChecksum));
    logged = made instanceof LoggedStreams own ? own : null;
    return made;
  }

  @Override
  public OutputStream createRestartMetaStream() throws IOException {
    return stock.createRestartMetaStream();
  }

  @Override
  public void fsyncDirectory() throws IOException {
    stock.fsyncDirectory();
  }

  /** At the end of each packet that has data, after its sync. */
  @Override
  public void setLastChecksumAndDataLen(long dataLength, byte[] checksum) {
    stock.setLastChecksumAndDataLen(dataLength, checksum);
    LoggedStreams synced = logged;
    if (synced != null) {
      synced.packetEnds();
    }
  }

  @Override
  public long getBytesOnDisk() {
    return stock.getBytesOnDisk();
  }

  @Override
  public ChunkChecksum getLastChecksumAndDataLen() {
    return stock.getLastChecksumAndDataLen();
  }

  @Override
  public void waitForMinLength(long minLength, long time, TimeUnit unit) throws IOException {
    stock.waitForMinLength(minLength, time, unit);
  }

  @Override
  public long getNumBytes() {
    return stock.getNumBytes();
  }

  @Override
  public void setNumBytes(long length) {
    stock.setNumBytes(length);
  }

  /** Before HDFS sends the acknowledgement, and instead of it when this throws. */
  @Override
  public void setBytesAcked(long bytesAcked) {
    LoggedStreams synced = logged;
    if (synced != null) {
      try {
        synced.beforeAcknowledging(bytesAcked);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    stock.setBytesAcked(bytesAcked);
  }

  @Override
  public long getBytesAcked() {
    return stock.getBytesAcked();
  }

  @Override
  public void releaseAllBytesReserved() {
    stock.releaseAllBytesReserved();
  }

  @Override
  public long getBytesReserved() {
    return stock.getBytesReserved();
  }

  @Override
  public long getOriginalBytesReserved() {
    return stock.getOriginalBytesReserved();
  }

  @Override
  public void releaseReplicaInfoBytesReserved() {
    stock.releaseReplicaInfoBytesReserved();
  }

  @Override
  public void setWriter(Thread writer) {
    stock.setWriter(writer);
  }

  @Override
  public boolean attemptToSetWriter(Thread previous, Thread next) {
    return stock.attemptToSetWriter(previous, next);
  }

  @Override
  public void interruptThread() {
    stock.interruptThread();
  }

  @Override
  public void stopWriter(long timeoutMillis) throws IOException {
    stock.stopWriter(timeoutMillis);
  }

  @Override
  public ReplicaInfo getReplicaInfo() {
    return stock.getReplicaInfo();
  }

  @Override
  public ReplicaState getState() {
    return stock.getState();
  }

  @Override
  public void setGenerationStamp(long stamp) {
    stock.setGenerationStamp(stamp);
  }

  @Override
  public long getGenerationStamp() {
    return stock.getGenerationStamp();
  }

  @Override
  public long getVisibleLength() {
    return stock.getVisibleLength();
  }

  /** By block, as HDFS's. */
  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public String toString() {
    return stock.toString();
  }
}
