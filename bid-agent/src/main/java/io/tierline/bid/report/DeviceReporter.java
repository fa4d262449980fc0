/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import io.tierline.bid.device.DeviceNumber;
import io.tierline.bid.device.DiskCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.ServicePlugin;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A plug-in of the DataNode ({@code dfs.datanode.plugins}) that reports what its volumes' devices
 * do to LDM. It reads the kernel's counters every so often on a thread of its own, and is in the
 * way of no I/O. Off unless {@code tierline.bid.report.namenodes} says whom to tell.
 */
@InterfaceAudience.LimitedPrivate("HDFS")
public class DeviceReporter implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceReporter.class);

  private DataNode dataNode;
  private long blockBytes;
  private Outbox outbox;
  private ScheduledExecutorService thread;
  private ReportMetrics metrics;
  private boolean failed;
  private final Map<String, DeviceMeter> meters = new HashMap<>();

  /** Created by HDFS through reflection. */
  public DeviceReporter() {}

  /** The counters of all devices by their numbers. */
  Map<String, DiskCounters> counters() throws IOException {
    return DiskCounters.parse(Files.readAllLines(Path.of("/proc/diskstats")));
  }

  /** The number of the device that a directory lies on, such as {@code 8:1}. */
  String device(Path directory) throws IOException {
    long number = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
    return DeviceNumber.of(number);
  }

  /** What goes wrong here, errors included, is no matter of the DataNode's. */
  @Override
  public synchronized void start(Object service) {
    try {
      startReporting(service);
    } catch (Error e) {
      LOG.warn("BID reports no devices of this DataNode: {}", e.toString(), e);
      stop();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the work catches whatever goes wrong in it
  private void startReporting(Object service) {
    dataNode = (DataNode) service;
    Configuration conf = dataNode.getConf();
    ReportKeys.unknownIn(conf).forEach(key -> LOG.warn("BID: nothing reads the key {}", key));
    ReportSettings settings = ReportSettings.from(conf);
    if (settings.nameNodes().isEmpty()) {
      LOG.info("BID reports no devices: {} names nobody", ReportKeys.NAMENODES);
      return;
    }
    blockBytes =
        conf.getLongBytes(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT);
    metrics = ReportMetrics.create();
    outbox = new Outbox(settings, new HttpPost(settings, conf), metrics);
    thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread made = new Thread(work, "tierline-bid-device-report");
              made.setDaemon(true);
              return made;
            });
    thread.scheduleWithFixedDelay(
        this::guardedReport, 0, settings.intervalMillis(), TimeUnit.MILLISECONDS);
    LOG.info("BID reports devices to {}", settings.nameNodes());
  }

  /** A scheduled task that throws would never run again. */
  private void guardedReport() {
    try {
      report();
    } catch (IOException | RuntimeException | Error e) {
      failed(e);
    }
  }

  /**
   * An error of linkage says that this is not the Hadoop that the plug-in was built for, so that
   * one ends it. There may be no memory to log with.
   */
  private void failed(Throwable fault) {
    try {
      metrics.measuresFailed.incr();
      if (fault instanceof LinkageError) {
        stop();
        LOG.error("BID reports no devices any more: it does not fit this Hadoop", fault);
      } else if (!failed) {
        LOG.warn("BID cannot measure devices; tried again, not logged again", fault);
      }
    } catch (RuntimeException | Error again) {
      metrics.measuresFailed.incr();
    } finally {
      failed = true;
    }
  }

  private void report() throws IOException {
    // Plug-ins start before the DataNode knows its volumes.
    FsDatasetSpi<?> dataset = dataNode.getFSDataset();
    if (dataset == null) {
      return;
    }
    Map<String, DiskCounters> now = counters();
    Instant at = Instant.ofEpochMilli(Time.now());
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        measure(volume, now, at);
      }
    }
    outbox.flush(dataNode.getDatanodeUuid(), blockBytes, Time.monotonicNow());
  }

  private void measure(FsVolumeSpi volume, Map<String, DiskCounters> now, Instant at)
      throws IOException {
    // A volume that is no directory, such as a provided one, lies on no device.
    if (volume.getBaseURI() == null || !"file".equals(volume.getBaseURI().getScheme())) {
      return;
    }
    DiskCounters counters = now.get(device(Path.of(volume.getBaseURI())));
    if (counters != null) {
      meters
          .computeIfAbsent(volume.getStorageID(), id -> new DeviceMeter(blockBytes))
          .read(counters, at)
          .ifPresent(figures -> outbox.add(volume.getStorageID(), figures));
    }
  }

  /** Ends the thread; a second call does nothing. */
  @Override
  public synchronized void stop() {
    if (thread != null) {
      thread.shutdownNow();
    }
  }

  @Override
  public void close() {
    stop();
  }
}
