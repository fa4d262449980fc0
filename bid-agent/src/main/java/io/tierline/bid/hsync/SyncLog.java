/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.bid.delta.DeltaBlock;
import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaLogOptions;
import io.tierline.bid.delta.DeltaRecovery;
import io.tierline.common.Values;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delta log of a DataNode, if it has one that can be used. Nothing here throws: without a log
 * streams are stock's.
 */
public final class SyncLog {
  private static final Logger LOG = LoggerFactory.getLogger(SyncLog.class);

  /** Of a sum that recovery can look at. */
  private static final int SUM_BYTES = 4;

  private static final long CLOSE_MILLIS = 60_000;

  private final DeltaLogOptions options;
  private final DeltaMetrics metrics;
  private volatile DeltaLog log;
  private boolean told;
  private boolean closed;

  private SyncLog(DeltaLogOptions options, DeltaMetrics metrics) {
    this.options = options;
    this.metrics = metrics;
  }

  /**
   * Recovers the log that the keys name, before anybody looks at the volumes. One that is not there
   * is made meanwhile by another thread. One that is not wanted any more is emptied.
   *
   * @param volumes folders of all volumes
   * @return empty when there is none, and none is wanted
   */
  public static Optional<SyncLog> open(Values values, List<Path> volumes) {
    boolean wanted = DeltaKeys.ENABLED.read(values);
    String name = DeltaKeys.PATH.read(values);
    if (name.isEmpty()) {
      if (wanted) {
        DeltaMetrics.create().unavailable();
        LOG.warn("BID: hsync is stock's: {} is not set", DeltaKeys.PATH.key());
      }
      return Optional.empty();
    }
    DeltaLogOptions options =
        new DeltaLogOptions(
            Path.of(name),
            DeltaKeys.SIZE.read(values),
            DeltaKeys.SEGMENT.read(values),
            DeltaKeys.SLOW.read(values),
            DeltaKeys.IDLE.read(values),
            volumes);
    if (!wanted) {
      drain(options);
      return Optional.empty();
    }
    SyncLog made = new SyncLog(options, DeltaMetrics.create());
    made.begin();
    return Optional.of(made);
  }

  private static void drain(DeltaLogOptions options) {
    if (!Files.exists(options.path())) {
      return;
    }
    try {
      DeltaRecovery found = DeltaLog.drain(options);
      LOG.info(
          "BID: the delta log is off, {} is empty: {} blocks needed it, {} got bytes from it",
          options.path(),
          found.blocks(),
          found.replayed());
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("BID: the delta log is off and not empty: {}", e.toString());
    }
  }

  private void begin() {
    if (Files.exists(options.path())) {
      use();
      return;
    }
    thread("tierline-bid-delta-log", this::use).start();
  }

  private static Thread thread(String name, Runnable work) {
    Thread made = new Thread(work, name);
    made.setDaemon(true);
    return made;
  }

  private void use() {
    try {
      DeltaLog opened = DeltaLog.open(options);
      if (isTaken(opened)) {
        LOG.info(
            "BID: hsync goes to the delta log {}: {} blocks needed it, {} got bytes from it",
            options.path(),
            opened.recovery().blocks(),
            opened.recovery().replayed());
      }
    } catch (IOException | RuntimeException | Error e) {
      metrics.unavailable();
      LOG.warn("BID: hsync is stock's, the delta log cannot be used: {}", e.toString());
    }
  }

  private synchronized boolean isTaken(DeltaLog opened) {
    if (closed) {
      opened.close();
      return false;
    }
    metrics.opened(opened);
    log = opened;
    return true;
  }

  /** The log, once it is in use. */
  public Optional<DeltaLog> log() {
    return Optional.ofNullable(log);
  }

  /**
   * Streams of a replica that is being written, whose syncs go to the log.
   *
   * @param pool the block pool
   * @param stock HDFS's own, or such as pass all on to them; returned when there is no log for them
   */
  public ReplicaOutputStreams logged(
      LocalReplicaInPipeline replica, String pool, ReplicaOutputStreams stock) {
    DeltaLog used = log;
    FsVolumeSpi volume = replica.getVolume();
    if (used == null
        || volume.getStorageType() != StorageType.DISK
        || volume.isTransientStorage()
        || stock.getChecksum().getChecksumSize() != SUM_BYTES
        || !(stock.getDataOut() instanceof FileOutputStream data)
        || !(stock.getChecksumOut() instanceof FileOutputStream sums)) {
      return stock;
    }
    try {
      DeltaBlock block = block(replica, pool, stock.getChecksum().getBytesPerChecksum());
      return new LoggedStreams(
          stock, volume, used.stream(block, data.getFD(), sums.getFD()), this::wentHome);
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("BID: {} is synced in stock's way", replica, e);
      metrics.wentHome();
      return stock;
    }
  }

  private static DeltaBlock block(LocalReplicaInPipeline replica, String pool, int chunk) {
    Path root = Path.of(replica.getVolume().getBaseURI());
    return new DeltaBlock(
        replica.getBlockId(),
        replica.getGenerationStamp(),
        pool,
        replica.getVolume().getStorageID(),
        root.toString(),
        root.relativize(Path.of(replica.getBlockURI())).toString(),
        root.relativize(Path.of(replica.getMetadataURI())).toString(),
        chunk);
  }

  /** A sync was done in stock's way: perhaps since the log has failed. */
  private void wentHome() {
    metrics.wentHome();
    DeltaLog used = log;
    if (used == null) {
      return;
    }
    Optional<String> failure = used.failure();
    if (failure.isPresent() && isNews()) {
      metrics.unavailable();
      LOG.warn("BID: hsync is stock's, the delta log has failed: {}", failure.get());
    }
  }

  private synchronized boolean isNews() {
    boolean first = !told;
    told = true;
    return first;
  }

  /** Brings home what it has, and ends it. Streams that are open go on in stock's way. */
  public void close() {
    DeltaLog used;
    synchronized (this) {
      closed = true;
      used = log;
      log = null;
    }
    if (used == null) {
      return;
    }
    metrics.closed();
    try {
      // A disk that does not answer does not keep the DataNode from ending.
      Thread closing = thread("tierline-bid-delta-close", used::close);
      closing.start();
      closing.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.warn("BID: the delta log did not close: {}", e.toString());
    }
  }
}
