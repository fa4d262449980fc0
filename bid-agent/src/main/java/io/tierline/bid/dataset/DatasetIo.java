/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.hsync.LogReport;
import io.tierline.bid.hsync.SyncLog;
import io.tierline.bid.volume.MissingLibraryException;
import io.tierline.bid.volume.ServiceClass;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schedulers of a DataNode's volumes, and what its dataset asks of them. Nothing here throws:
 * where a scheduler has nothing to say, or fails, the caller gets back what stock's dataset made.
 */
final class DatasetIo implements TierlineDataset.Schedules {
  private static final Logger LOG = LoggerFactory.getLogger(DatasetIo.class);

  /** Long reads at a time that have memory of ours; more are read in stock's way. */
  private static final int READERS_MAX = 128;

  private static final long THREAD_IDLE_SECONDS = 10;

  private final DatasetSettings settings;
  private final VolumeOpener opener;
  private final DatasetMetrics metrics;
  private final SyncLog log;
  private final Buffers buffers = new Buffers(READERS_MAX);

  /** One look at the volumes may wait: it sees all that happened before it. */
  private final ThreadPoolExecutor looks =
      new ThreadPoolExecutor(
          1,
          1,
          THREAD_IDLE_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1),
          work -> {
            Thread made = new Thread(work, "tierline-bid-volumes");
            made.setDaemon(true);
            return made;
          },
          new ThreadPoolExecutor.DiscardPolicy());

  private boolean closed;

  /** By the identifier of its storage; replaced as a whole. */
  private volatile Map<String, ScheduledVolume> volumes = Map.of();

  DatasetIo(DatasetSettings settings, VolumeOpener opener, DatasetMetrics metrics, SyncLog log) {
    this.log = log;
    this.metrics = metrics;
    this.settings = settings;
    this.opener = opener;
    looks.allowCoreThreadTimeOut(true);
  }

  @Override
  public void later(Runnable look) {
    try {
      looks.execute(look);
    } catch (RuntimeException | Error e) {
      LOG.warn("BID: volumes that have failed stay open: {}", e.toString());
    }
  }

  @Override
  public synchronized void serve(Iterable<? extends FsVolumeSpi> present) {
    if (closed) {
      return;
    }
    Map<String, ScheduledVolume> next = new HashMap<>();
    int refused = 0;
    for (FsVolumeSpi volume : present) {
      String storage = volume.getStorageID();
      ScheduledVolume known = volumes.get(storage);
      ScheduledVolume scheduled = known != null ? known : open(volume);
      if (scheduled != null) {
        next.put(storage, scheduled);
      } else if (isWanted(volume)) {
        refused++;
      }
    }
    List<ScheduledVolume> gone =
        volumes.entrySet().stream()
            .filter(entry -> !next.containsKey(entry.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    volumes = Map.copyOf(next);
    metrics.show(next.values(), refused);
    gone.forEach(ScheduledVolume::retire);
  }

  private boolean isWanted(FsVolumeSpi volume) {
    return settings.serves(volume.getStorageType()) && !volume.isTransientStorage();
  }

  private ScheduledVolume open(FsVolumeSpi volume) {
    if (!isWanted(volume)) {
      LOG.info("BID: {} ({}) is served in stock's way", volume, volume.getStorageType());
      return null;
    }
    try {
      ScheduledVolume opened = opener.open(volume, settings, buffers);
      LOG.info(
          "BID: {} ({}) is scheduled, engine {}", volume, volume.getStorageType(), opened.engine());
      return opened;
    } catch (MissingLibraryException e) {
      LOG.info("BID: {} is served in stock's way", volume);
      return null;
    } catch (IOException e) {
      LOG.warn("BID: {} is served in stock's way: {}", volume, e.toString());
      return null;
    } catch (RuntimeException | Error e) {
      LOG.warn("BID: {} cannot be scheduled and is served in stock's way", volume, e);
      return null;
    }
  }

  @Override
  public synchronized void close() {
    serve(List.of());
    closed = true;
    looks.shutdown();
    log.close();
  }

  @Override
  public void adding(URI volume) {
    if ("file".equals(volume.getScheme())) {
      log.adding(Path.of(volume));
    }
  }

  @Override
  public boolean mayLack(FsVolumeSpi volume) {
    return log.mayLack(volume);
  }

  @Override
  public InputStream reading(
      FsVolumeSpi volume, InputStream stock, long position, long blockEnd, Runnable suspect) {
    ScheduledVolume scheduled = volumes.get(volume.getStorageID());
    if (scheduled == null
        || !(stock instanceof FileInputStream file)
        || blockEnd - position <= settings.readAfter()
        || !scheduled.acquire()) {
      return stock;
    }
    ServiceClass service = Transfers.classOf(Thread.currentThread().getName());
    return new ScheduledInput(
        scheduled, file, position, blockEnd, settings.readAfter(), service, suspect);
  }

  @Override
  public ReplicaHandler writing(ReplicaHandler stock, String pool) {
    return !log.isWanted()
        ? copying(stock)
        : ScheduledReplica.handler(
            stock,
            (replica, streams) -> log.logged(replica, pool, writing(replica.getVolume(), streams)));
  }

  @Override
  public ReplicaHandler copying(ReplicaHandler stock) {
    return settings.writeBack() == 0
        ? stock
        : ScheduledReplica.handler(
            stock, (replica, streams) -> writing(replica.getVolume(), streams));
  }

  private ReplicaOutputStreams writing(FsVolumeSpi volume, ReplicaOutputStreams stock) {
    ScheduledVolume scheduled = volumes.get(volume.getStorageID());
    if (scheduled == null
        || settings.writeBack() == 0
        || !(stock.getDataOut() instanceof FileOutputStream data)
        || !scheduled.acquire()) {
      return stock;
    }
    try {
      ServiceClass service = Transfers.classOf(Thread.currentThread().getName());
      return new ReplicaOutputStreams(
          new ScheduledOutput(scheduled, data, settings.writeBack(), service, System::nanoTime),
          stock.getChecksumOut(),
          stock.getChecksum(),
          volume,
          volume.getFileIoProvider());
    } catch (IOException | RuntimeException | Error e) {
      scheduled.release();
      scheduled.failed(e);
      return stock;
    }
  }

  /** The delta log, if there is one in use. */
  Optional<DeltaLog> deltaLog() {
    return log.log();
  }

  /** What the delta log does, if there is one or should be. */
  Optional<LogReport> logReport() {
    return log.report();
  }

  /** What each scheduled volume does, in the order of their storages. */
  List<VolumeReport> reports() {
    return volumes.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getValue().report(entry.getKey()))
        .toList();
  }
}
