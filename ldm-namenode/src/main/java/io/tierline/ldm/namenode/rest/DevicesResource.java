/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.device.DeviceReport;
import io.tierline.ldm.device.DeviceReports;
import io.tierline.ldm.json.DeviceReportDocument;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.rating.PerformanceRating;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.util.Time;

/**
 * Storage devices in REST:
 *
 * <pre>
 * POST /ldm/v1/devices    what an agent has measured, see {@link DeviceReportDocument}
 * GET  /ldm/v1/devices    each volume of the DataNodes in parts and its ratings
 * </pre>
 *
 * Reports are for administrators and agents ({@code tierline.ldm.agents}); a document is taken
 * whole or not at all, and the next storage table is made with it. They are kept in memory, by
 * every NameNode for itself, since standbys and observers order replicas for readers too.
 */
final class DevicesResource {
  private static final double MILLIS = 1e3;

  /** A volume of a DataNode in parts and its ratings; of one that is measured, since when. */
  private record Volume(
      String dataNode,
      String address,
      String rack,
      String storage,
      Medium medium,
      String source,
      String measuredAt,
      Double ageSeconds,
      double ratingNodeMibPerSecond,
      double ratingRackMibPerSecond,
      double ratingRemoteMibPerSecond,
      double readMibPerSecond) {}

  private record Listed(List<Volume> devices) {}

  /** Of reports those that count, and those that say less than is known. */
  private record Accepted(int accepted, int older) {}

  private final RestParts parts;

  private DevicesResource(RestParts parts) {
    this.parts = parts;
  }

  static Answer list(Asked asked) {
    return Answer.ok(new DevicesResource(asked.parts()).list());
  }

  static Answer accept(Asked asked) throws IOException {
    return asked.logged(
        "report", () -> Answer.ok(new DevicesResource(asked.parts()).accept(asked.body())));
  }

  private Accepted accept(String body) throws IOException {
    List<DeviceReport> reports = DeviceReportDocument.read(body);
    for (DeviceReport report : reports) {
      requireKnown(report);
    }
    int taken = take(reports);
    parts.metrics().deviceReports.incr(taken);
    return new Accepted(taken, reports.size() - taken);
  }

  private int take(List<DeviceReport> reports) throws HttpError {
    try {
      return parts.placement().devices().accept(reports, now());
    } catch (DeviceReports.RefusedReports e) {
      int status =
          e.isFull()
              ? HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE
              : HttpServletResponse.SC_BAD_REQUEST;
      throw new HttpError(status, e.getMessage());
    }
  }

  /** So that nothing is kept but what there is. */
  private void requireKnown(DeviceReport report) throws HttpError {
    DatanodeDescriptor node = nodes().getDatanode(report.node());
    if (node == null || node.getStorageInfo(report.storage()) == null) {
      throw new HttpError(
          HttpServletResponse.SC_BAD_REQUEST,
          "no DataNode '%s' with a storage '%s' is known"
              .formatted(report.node(), report.storage()));
    }
  }

  private DatanodeManager nodes() {
    return parts.nameNode().getNamesystem().getBlockManager().getDatanodeManager();
  }

  private static Instant now() {
    return Instant.ofEpochMilli(Time.now());
  }

  private Listed list() {
    Instant now = now();
    return new Listed(
        parts.placement().table().storages().stream()
            .map(storage -> volume(storage, now))
            .toList());
  }

  private Volume volume(StorageState storage, Instant now) {
    String id = storage.device().storage();
    DatanodeDescriptor node = nodes().getDatanode(storage.node());
    Optional<Instant> measured =
        parts.placement().devices().find(storage.node(), id, now).map(DeviceReport::measuredAt);
    Network network = parts.advisor().settings().network();
    ToDoubleFunction<Distance> rating =
        from -> storage.device().speeds().rating(from, network, GlobalStorageTable.BLOCK_BYTES);
    return new Volume(
        storage.node(),
        node == null ? "" : node.getXferAddr(),
        storage.rack(),
        id,
        storage.medium(),
        storage.device().measured() ? "measured" : "typical",
        measured.map(Instant::toString).orElse(null),
        measured.map(at -> Math.max(0, Duration.between(at, now).toMillis()) / MILLIS).orElse(null),
        rating.applyAsDouble(Distance.NODE),
        rating.applyAsDouble(Distance.RACK),
        rating.applyAsDouble(Distance.REMOTE),
        PerformanceRating.of(
            storage.device().speeds().read(),
            Distance.NODE,
            network,
            GlobalStorageTable.BLOCK_BYTES));
  }
}
