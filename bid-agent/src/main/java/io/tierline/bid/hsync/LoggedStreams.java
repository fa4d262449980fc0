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
import java.io.FileOutputStream;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of a replica whose syncs go to the delta log. HDFS writes to both files before it
 * syncs, first the checksum file and then the data: so the first sync has the log take both, and
 * the second has nothing to do. What the log does not take is synced in stock's way.
 *
 * <p>HDFS's receiver reads a packet, writes it, syncs, and only then reads the next one. It does
 * not wait here: the log is given the bytes, and the thread that acknowledges packets waits for
 * them, in {@link #beforeAcknowledging}. So the packets of a client that has several under way
 * share a commit. That thread tells of a packet only by the length that it reaches, so this is for
 * packets that have data; the sync of an empty one is waited for at once.
 */
@InterfaceAudience.Private
public final class LoggedStreams extends ReplicaOutputStreams {
  private static final Logger LOG = LoggerFactory.getLogger(LoggedStreams.class);

  private final DeltaStream stream;
  private final Runnable wentHome;

  /** What became of the sync of the checksum file, to be followed by that of the data. */
  private enum Half {
    NONE,
    BY_LOG,
    AT_HOME
  }

  private final Unacknowledged unacknowledged = new Unacknowledged();
  private Half half = Half.NONE;

  /** The packet that is being received has data. */
  private boolean hasData;

  private boolean ended;
  private volatile boolean isHome;

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
  public void writeDataToDisk(byte[] bytes, int offset, int length) throws IOException {
    hasData = true;
    super.writeDataToDisk(bytes, offset, length);
  }

  /** A packet with data was written, and synced if it was to be. */
  public void packetEnds() {
    hasData = false;
  }

  /** Whether the log has what was written, or will have before it is acknowledged. */
  private boolean isTaken() throws IOException {
    long commit = stream.put();
    if (commit == 0) {
      return false;
    }
    return hasData && unacknowledged.add(written(), commit) || stream.await(commit);
  }

  private long written() throws IOException {
    return ((FileOutputStream) getDataOut()).getChannel().position();
  }

  /**
   * Waits until what was synced is durable, up to a length that is to be acknowledged.
   *
   * @throws IOException when it is not: nothing is to be acknowledged any more
   */
  public void beforeAcknowledging(long length) throws IOException {
    long commit = unacknowledged.take(length);
    if (commit == 0) {
      return;
    }
    try {
      if (!stream.await(commit)) {
        wentHome.run();
      }
    } catch (IOException e) {
      if (!isHome) {
        throw e;
      }
    }
  }

  @Override
  public void syncChecksumOut() throws IOException {
    half = Half.NONE;
    if (isTaken()) {
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
    isHome = true;
  }
}
