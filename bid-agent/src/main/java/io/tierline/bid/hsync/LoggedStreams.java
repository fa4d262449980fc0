/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.bid.delta.DeltaStream;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of a replica whose syncs go to the delta log. HDFS writes to both files before it
 * syncs, first the checksum file and then the data: so the first sync makes both durable, and the
 * second has nothing to do. What the log does not take is synced in stock's way.
 */
final class LoggedStreams extends ReplicaOutputStreams {
  private static final Logger LOG = LoggerFactory.getLogger(LoggedStreams.class);

  private final DeltaStream stream;
  private final Runnable wentHome;

  /** What became of the sync of the checksum file, to be followed by that of the data. */
  private enum Half {
    NONE,
    BY_LOG,
    AT_HOME
  }

  private Half half = Half.NONE;
  private boolean ended;

  /**
   * Begins.
   *
   * @param stock HDFS's own streams, or such as pass all on to them
   * @param stream the block's, closed with this
   * @param wentHome is told of each sync that the log did not take
   */
  LoggedStreams(
      ReplicaOutputStreams stock, FsVolumeSpi volume, DeltaStream stream, Runnable wentHome) {
    super(
        stock.getDataOut(),
        stock.getChecksumOut(),
        stock.getChecksum(),
        volume,
        volume.getFileIoProvider());
    this.stream = stream;
    this.wentHome = wentHome;
  }

  @Override
  public void syncChecksumOut() throws IOException {
    half = Half.NONE;
    if (stream.sync()) {
      half = Half.BY_LOG;
      return;
    }
    wentHome.run();
    super.syncChecksumOut();
    half = Half.AT_HOME;
  }

  @Override
  public void syncDataOut() throws IOException {
    Half before = half;
    half = Half.NONE;
    if (before == Half.BY_LOG) {
      return;
    }
    super.syncDataOut();
    if (before == Half.AT_HOME) {
      stream.synced();
    }
  }

  /** Both files are open still, or the log's own descriptors of them are. */
  @Override
  public void closeDataStream() throws IOException {
    try {
      end();
    } finally {
      super.closeDataStream();
    }
  }

  @Override
  public void close() {
    try {
      end();
    } catch (IOException e) {
      LOG.warn("BID: a block whose writer has gone stays in the delta log: {}", e.toString());
    } finally {
      super.close();
    }
  }

  private void end() throws IOException {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    stream.close();
  }
}
