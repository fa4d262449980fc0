/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.device.DeviceReport;
import io.tierline.ldm.device.DeviceReports;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.UnreportedRoom;
import io.tierline.ldm.rating.Medium;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.Time;

/**
 * Rebuilds the storage table from what DataNodes and agents last reported, off the hot path. A
 * device without a report that still counts is typical of its medium.
 */
public final class StorageTableUpdater {
  private final DatanodeManager datanodes;
  private volatile LdmSettings settings;
  private final long blockBytes;
  private final DeviceReports reports;
  private final WearKeeper wear;
  private final UnreportedRoom unreported;

  /**
   * What is known of devices.
   *
   * @param reports what agents have measured
   * @param wear is told what the SSDs hold
   * @param unreported what of their room is given already, though not reported as taken
   */
  public record Devices(DeviceReports reports, WearKeeper wear, UnreportedRoom unreported) {}

  /** Creates one for the DataNodes of a NameNode. */
  public StorageTableUpdater(
      DatanodeManager datanodes, LdmSettings settings, long blockBytes, Devices devices) {
    this.datanodes = datanodes;
    this.settings = settings;
    this.blockBytes = blockBytes;
    this.reports = devices.reports();
    this.wear = devices.wear();
    this.unreported = devices.unreported();
  }

  /** Builds the table by these from now on. */
  public void settings(LdmSettings next) {
    settings = next;
  }

  public GlobalStorageTable rebuild() {
    LdmSettings by = settings;
    wear.settle(datanodes.getDatanodeListForReport(DatanodeReportType.LIVE));
    return GlobalStorageTable.of(storages(), by.tiers(), by.network(), blockBytes);
  }

  /** Size of a typical block. */
  public long blockBytes() {
    return blockBytes;
  }

  /** Mean length of the blocks on SSDs. */
  public long meanFastBlockBytes() {
    return wear.meanLength(datanodes.getDatanodeListForReport(DatanodeReportType.LIVE));
  }

  /** All usable volumes of the DataNodes in service, less what was given since their reports. */
  public List<StorageState> storages() {
    Instant now = Instant.ofEpochMilli(Time.now());
    List<StorageState> storages = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (DatanodeDescriptor node : datanodes.getDatanodeListForReport(DatanodeReportType.LIVE)) {
      if (node.isInService() && node.getDatanodeUuid() != null) {
        seen.add(node.getDatanodeUuid());
        addStorages(node, now, storages);
      }
    }
    unreported.keepOnly(seen);
    return storages;
  }

  private void addStorages(DatanodeDescriptor node, Instant now, List<StorageState> storages) {
    boolean worn = wear.isWorn(node);
    Map<Medium, List<StorageReport>> usable = new EnumMap<>(Medium.class);
    for (StorageReport report : node.getStorageReports()) {
      Medium medium = StorageMedium.of(report.getStorage().getStorageType());
      if (medium != null && report.getStorage().getState() == DatanodeStorage.State.NORMAL) {
        usable.computeIfAbsent(medium, each -> new ArrayList<>()).add(report);
      }
    }
    usable.forEach(
        (medium, reports) -> {
          // Which of the volumes takes a replica is the DataNode's choice.
          long each = -Math.floorDiv(-unreported(node, medium), (long) reports.size());
          for (StorageReport report : reports) {
            storages.add(
                new StorageState(
                    node.getDatanodeUuid(),
                    node.getNetworkLocation(),
                    medium,
                    Math.max(0, report.getCapacity()),
                    Math.max(0, report.getRemaining() - each),
                    device(node, report.getStorage().getStorageID(), medium, now)
                        .worn(worn && medium == Medium.SSD)));
          }
        });
  }

  private long unreported(DatanodeDescriptor node, Medium medium) {
    return unreported.of(
        node.getDatanodeUuid(), medium, node.getLastUpdateMonotonic(), Time.monotonicNow());
  }

  private StorageState.Device device(
      DatanodeDescriptor node, String storage, Medium medium, Instant now) {
    Optional<DeviceReport> report = reports.find(node.getDatanodeUuid(), storage, now);
    return report.isPresent()
        ? new StorageState.Device(storage, report.get().speeds(), true)
        : StorageState.Device.typical(storage, medium);
  }
}
