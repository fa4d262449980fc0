/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tierline.bid.dataset.VolumeReport;
import io.tierline.bid.device.BlockDevice;
import io.tierline.bid.device.DeviceRates;
import io.tierline.bid.hsync.LogReport;
import io.tierline.bid.volume.VolumeStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a DataNode's page shows, as JSON: see docs/bid-agent.md. */
final class StatusDocument {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private StatusDocument() {}

  /**
   * Writes it.
   *
   * @param dataNode the DataNode's name
   * @param watched what was seen last
   * @param reports of the volumes that are scheduled
   * @param log of the delta log, if there is one or should be
   */
  static String of(
      String dataNode, Watched watched, List<VolumeReport> reports, Optional<LogReport> log) {
    ObjectNode document = MAPPER.createObjectNode();
    document.put("version", 1);
    document.put("dataNode", dataNode);
    Map<String, VolumeReport> scheduled =
        reports.stream().collect(Collectors.toMap(VolumeReport::storage, Function.identity()));
    ArrayNode volumes = document.putArray("volumes");
    watched
        .volumes()
        .forEach(seen -> volume(volumes.addObject(), seen, scheduled.get(seen.place().storage())));
    ArrayNode disks = document.putArray("disks");
    watched.disks().values().stream()
        .sorted((one, other) -> one.device().name().compareTo(other.device().name()))
        .forEach(seen -> disk(disks.addObject(), seen));
    ArrayNode settings = document.putArray("settings");
    watched
        .settings()
        .forEach(
            made ->
                settings
                    .addObject()
                    .put("disk", made.disk())
                    .put("attribute", made.attribute())
                    .put("before", made.before())
                    .put("now", made.now()));
    log.ifPresent(report -> log(document.putObject("deltaLog"), report));
    return document.toString();
  }

  private static void log(ObjectNode to, LogReport report) {
    to.put("state", report.state());
    to.put("path", report.path());
    ArrayNode held = to.putArray("volumesHeld");
    report.held().forEach(held::add);
    to.put("syncsAtHome", report.syncsAtHome());
    report.figures().ifPresent(figures -> to.set("figures", MAPPER.valueToTree(figures)));
  }

  private static void volume(ObjectNode to, Watched.Volume seen, VolumeReport report) {
    to.put("storage", seen.place().storage());
    to.put("path", seen.place().path());
    to.put("type", seen.place().type());
    to.put("device", seen.device().map(BlockDevice::name).orElse(""));
    ArrayNode disks = to.putArray("disks");
    seen.device().ifPresent(device -> device.disks().forEach(disk -> disks.add(disk.name())));
    to.put("scheduled", report != null);
    if (report == null) {
      return;
    }
    to.put("engine", report.engine());
    to.put("failed", report.isFailed());
    to.put("streams", report.streams());
    to.putObject("bytesRead")
        .put("foreground", report.foregroundBytes())
        .put("balancer", report.balancerBytes())
        .put("stock", report.stockBytes());
    to.put("fallbacks", report.fallbacks());
    scheduler(to.putObject("scheduler"), report.scheduler());
  }

  private static void scheduler(ObjectNode to, VolumeStatistics figures) {
    to.put("requests", figures.requests());
    to.put("transfers", figures.transfers());
    to.put("bytesRead", figures.bytesRead());
    to.put("bytesWritten", figures.bytesWritten());
    to.put("bytesWrittenBack", figures.bytesWrittenBack());
    to.put("bytesReadAhead", figures.bytesAhead());
    to.put("bytesFromMemory", figures.bytesFromMemory());
    to.put("bytesHeld", figures.bytesLent());
    to.put("syncs", figures.syncs());
    to.put("waits", figures.waits());
    to.put("failed", figures.failed());
    to.put("cancelled", figures.cancelled());
  }

  private static void disk(ObjectNode to, Watched.Disk seen) {
    BlockDevice device = seen.device();
    to.put("name", device.name());
    to.put("number", device.number());
    to.put("model", device.queue().model());
    to.put("bytes", device.queue().bytes());
    to.put("rotational", device.queue().rotational());
    to.put("scheduler", device.queue().scheduler());
    to.put("requests", device.queue().requests());
    seen.rates().ifPresent(rates -> rates(to.putObject("rates"), rates));
  }

  private static void rates(ObjectNode to, DeviceRates rates) {
    to.put("readBytesPerSecond", rates.readBytesPerSecond());
    to.put("writtenBytesPerSecond", rates.writtenBytesPerSecond());
    to.put("readMillis", rates.readMillis());
    to.put("writeMillis", rates.writeMillis());
    to.put("utilisation", rates.utilisation());
    to.put("inFlight", rates.inFlight());
  }
}
