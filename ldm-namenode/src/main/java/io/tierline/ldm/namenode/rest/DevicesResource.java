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
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.rating.PerformanceRating;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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

  private Map<String, Object> accept(String body) throws IOException {
    List<DeviceReport> reports = DeviceReportDocument.read(body);
    for (DeviceReport report : reports) {
      requireKnown(report);
    }
    int taken = take(reports);
    parts.metrics().deviceReports.incr(taken);
    return Map.of("accepted", taken, "older", reports.size() - taken);
  }

  private int take(List<DeviceReport> reports) throws HttpError {
    try {
      return parts.devices().accept(reports, now());
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

  private Map<String, Object> list() {
    Instant now = now();
    List<Map<String, Object>> views = new ArrayList<>();
    for (StorageState storage : parts.storages().storages()) {
      views.add(view(storage, now));
    }
    return Map.of("devices", views);
  }

  private Map<String, Object> view(StorageState storage, Instant now) {
    String id = storage.device().storage();
    Map<String, Object> view = new LinkedHashMap<>();
    DatanodeDescriptor node = nodes().getDatanode(storage.node());
    view.put("dataNode", storage.node());
    view.put("address", node == null ? "" : node.getXferAddr());
    view.put("rack", storage.rack());
    view.put("storage", id);
    view.put("medium", storage.medium());
    view.put("source", storage.device().measured() ? "measured" : "typical");
    Optional<DeviceReport> report = parts.devices().find(storage.node(), id, now);
    report.ifPresent(
        known -> {
          view.put("measuredAt", known.measuredAt().toString());
          Duration age = Duration.between(known.measuredAt(), now);
          view.put("ageSeconds", Math.max(0, age.toMillis()) / MILLIS);
        });
    Network network = parts.advisor().settings().network();
    for (Distance distance : Distance.values()) {
      view.put(
          "rating" + capitalised(distance) + "MibPerSecond",
          storage.device().speeds().rating(distance, network, GlobalStorageTable.BLOCK_BYTES));
    }
    view.put(
        "readMibPerSecond",
        PerformanceRating.of(
            storage.device().speeds().read(),
            Distance.NODE,
            network,
            GlobalStorageTable.BLOCK_BYTES));
    return view;
  }

  private static String capitalised(Distance distance) {
    String name = distance.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
