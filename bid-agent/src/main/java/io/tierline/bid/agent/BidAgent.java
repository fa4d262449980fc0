/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import io.tierline.bid.dataset.VolumeReport;
import io.tierline.bid.dataset.VolumeReports;
import io.tierline.bid.device.DeviceKeys;
import io.tierline.bid.device.DeviceNumber;
import io.tierline.bid.device.Sysfs;
import io.tierline.bid.exit.AtExit;
import io.tierline.bid.report.DeviceReporter;
import io.tierline.bid.report.ReportKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * BID's agent, a plug-in of the DataNode ({@code dfs.datanode.plugins}): looks at the devices below
 * the volumes, sets the kernel's queues if it is told to, shows a page, and has {@link
 * DeviceReporter} report to LDM. Whatever goes wrong in it, the DataNode serves as without it.
 */
@InterfaceAudience.LimitedPrivate("HDFS")
public class BidAgent implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(BidAgent.class);

  private final DeviceReporter reporter = new DeviceReporter();
  private final DiskMetrics disks = new DiskMetrics();
  private DataNode dataNode;
  private AgentMetrics metrics;
  private DeviceWatch watch;
  private WebServer web;
  private ScheduledExecutorService thread;
  private AtExit exit;
  private boolean failed;

  /** Created by HDFS through reflection. */
  public BidAgent() {}

  /** What goes wrong here, errors included, is no matter of the DataNode's. */
  @Override
  public synchronized void start(Object service) {
    try {
      startAll((DataNode) service);
    } catch (RuntimeException | Error e) {
      LOG.warn("BID's agent does not run in this DataNode: {}", e.toString(), e);
      stop();
    }
  }

  private void startAll(DataNode service) {
    dataNode = service;
    metrics = AgentMetrics.create();
    Configuration conf = service.getConf();
    List<String> problems = ReportKeys.ALL.problems(conf::get);
    metrics.invalidKeys.set(problems.size());
    if (!problems.isEmpty()) {
      LOG.error("BID's agent does nothing: {}", String.join("; ", problems));
      return;
    }
    Path sysfs = Path.of(DeviceKeys.SYSFS.read(conf::get));
    watch =
        new DeviceWatch(
            new Sysfs(sysfs, BidAgent::device), wishes(conf), System::nanoTime, this::refused);
    watchEvery(DeviceKeys.INTERVAL.read(conf::get).toMillis());
    exit = AtExit.run(this::stop);
    serve();
    reporter.start(service);
  }

  private static Map<String, String> wishes(Configuration conf) {
    Map<String, String> wishes = new LinkedHashMap<>();
    String scheduler = DeviceKeys.SCHEDULER.read(conf::get);
    if (!scheduler.isEmpty()) {
      wishes.put("scheduler", scheduler);
    }
    int requests = DeviceKeys.REQUESTS.read(conf::get);
    if (requests > 0) {
      wishes.put("nr_requests", String.valueOf(requests));
    }
    return wishes;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the work catches whatever goes wrong in it
  private void watchEvery(long millis) {
    thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread made = new Thread(work, "tierline-bid-agent");
              made.setDaemon(true);
              return made;
            });
    thread.scheduleWithFixedDelay(this::guardedLook, 0, millis, TimeUnit.MILLISECONDS);
  }

  private void serve() {
    try {
      web = WebServer.of(dataNode);
      web.serve(this::status);
      LOG.info("BID's page is at /bid/ of this DataNode's web server");
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      web = null;
      LOG.warn("BID shows no page on this DataNode: {}", e.toString());
    }
  }

  private String status() {
    FsDatasetSpi<?> dataset = dataNode.getFSDataset();
    List<VolumeReport> reports = dataset == null ? List.of() : VolumeReports.of(dataset);
    return StatusDocument.of(
        dataNode.getDisplayName(),
        watch.last(),
        reports,
        dataset == null ? Optional.empty() : VolumeReports.log(dataset));
  }

  private void refused(String what) {
    metrics.settingsRefused.incr();
    LOG.warn("BID: {}", what);
  }

  /** A scheduled task that throws would never run again. */
  private void guardedLook() {
    try {
      look();
    } catch (IOException | RuntimeException | Error e) {
      metrics.looksFailed.incr();
      if (!failed) {
        failed = true;
        LOG.warn("BID cannot look at devices; tried again, not logged again", e);
      }
    }
  }

  private void look() throws IOException {
    // Plug-ins start before the DataNode knows its volumes.
    FsDatasetSpi<?> dataset = dataNode.getFSDataset();
    if (dataset == null) {
      return;
    }
    List<Place> places = new ArrayList<>();
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        places.add(place(volume));
      }
    }
    Set<String> scheduled =
        VolumeReports.of(dataset).stream().map(VolumeReport::storage).collect(Collectors.toSet());
    watch.look(places, scheduled);
    Watched now = watch.last();
    disks.show(now.disks());
    metrics.settingsMade.set(now.settings().size());
    metrics.volumesWithoutDevice.set(
        (int) now.volumes().stream().filter(volume -> volume.device().isEmpty()).count());
  }

  private static Place place(FsVolumeSpi volume) {
    String storage = volume.getStorageID();
    String type = volume.getStorageType().name();
    // A volume that is no directory, such as a provided one, lies on no device.
    if (volume.getBaseURI() == null || !"file".equals(volume.getBaseURI().getScheme())) {
      return new Place(storage, "", type, "");
    }
    Path path = Path.of(volume.getBaseURI());
    try {
      return new Place(storage, path.toString(), type, device(path));
    } catch (IOException e) {
      // Its disk has failed, say: HDFS finds that out by itself.
      return new Place(storage, path.toString(), type, "");
    }
  }

  /** The number of the device that a file lies on, such as {@code 8:1}. */
  private static String device(Path file) throws IOException {
    return DeviceNumber.of(((Number) Files.getAttribute(file, "unix:dev")).longValue());
  }

  /** Ends all and puts the kernel's queues back; a second call does nothing. */
  @Override
  public synchronized void stop() {
    reporter.stop();
    if (web != null) {
      web.end();
    }
    if (thread != null) {
      thread.shutdownNow();
      thread = null;
      exit.cancel();
      watch.end().forEach(problem -> LOG.warn("BID: {}", problem));
      metrics.settingsMade.set(0);
      disks.end();
    }
  }

  @Override
  public void close() {
    stop();
  }
}
