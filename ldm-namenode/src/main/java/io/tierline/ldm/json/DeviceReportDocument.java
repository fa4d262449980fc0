/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.device.DeviceReport;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.DeviceSpeeds;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What an agent sends of the devices of its DataNode:
 *
 * <pre>{@code
 * {"version": 1, "devices": [
 *   {"dataNode": "UUID", "storage": "DS-...", "measuredAt": "2026-11-21T12:00:00Z",
 *    "readMibPerSecond": 510.0, "writeMibPerSecond": 430.0,
 *    "latencySeconds": 0.0001, "channels": 1, "utilisation": 0.2},
 *   {"dataNode": "UUID", "storage": "DS-...", "measuredAt": "2026-11-21T12:00:00Z",
 *    "blockBytes": 134217728, "readSecondsPerBlock": 0.9, "writeSecondsPerBlock": 1.1}]}
 * }</pre>
 *
 * <p>A device states bandwidths or times per block, of which reading must be there; writing is
 * taken to be the same where it is not. A time per block is what a block really took, with waiting
 * and latency in it, so neither latency, channels nor utilisation go with it. Unknown fields, other
 * versions, more than {@value #MAX_DEVICES} devices and figures that no device has are refused.
 */
public final class DeviceReportDocument {
  /** The only form that is read. */
  public static final int VERSION = 1;

  /** Most devices of a document. */
  public static final int MAX_DEVICES = 1_000;

  /** The slowest and the fastest device that is believed, in MiB/s. */
  static final double MIN_MIBPS = 0.1;

  static final double MAX_MIBPS = 100_000;
  private static final double MAX_LATENCY = 10;
  private static final int MAX_CHANNELS = 1_024;
  private static final double MAX_UTILISATION = 0.99;
  private static final long MAX_BLOCK = 1L << 40;
  private static final double MIB = 1024 * 1024;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  record ReportForm(Integer version, List<DeviceForm> devices) {}

  record DeviceForm(
      String dataNode,
      String storage,
      String measuredAt,
      Double readMibPerSecond,
      Double writeMibPerSecond,
      Double latencySeconds,
      Integer channels,
      Double utilisation,
      Long blockBytes,
      Double readSecondsPerBlock,
      Double writeSecondsPerBlock) {

    boolean statesBandwidth() {
      return readMibPerSecond != null || writeMibPerSecond != null;
    }

    boolean statesTimes() {
      return blockBytes != null || readSecondsPerBlock != null || writeSecondsPerBlock != null;
    }

    boolean statesWaiting() {
      return latencySeconds != null || channels != null || utilisation != null;
    }
  }

  private DeviceReportDocument() {}

  /**
   * Reads a document.
   *
   * @throws LineageException in one line, when it is none
   */
  public static List<DeviceReport> read(String json) throws LineageException {
    ReportForm form = parse(json);
    if (form == null || form.version() == null || form.version() != VERSION) {
      throw refused("its version is not " + VERSION, null);
    }
    if (form.devices() == null || form.devices().size() > MAX_DEVICES) {
      throw refused("it has no 'devices', or more than " + MAX_DEVICES, null);
    }
    List<DeviceReport> reports = new ArrayList<>();
    for (DeviceForm device : form.devices()) {
      try {
        reports.add(report(device));
      } catch (IllegalArgumentException | DateTimeException e) {
        throw refused("device " + reports.size() + ": " + e.getMessage(), e);
      }
    }
    return reports;
  }

  private static ReportForm parse(String json) throws LineageException {
    try {
      return MAPPER.readValue(json, ReportForm.class);
    } catch (JsonProcessingException e) {
      throw refused(JsonErrors.reason(e), e);
    }
  }

  private static DeviceReport report(DeviceForm form) {
    if (form == null) {
      throw new IllegalArgumentException("it is null");
    }
    if (form.dataNode() == null || form.storage() == null || form.measuredAt() == null) {
      throw new IllegalArgumentException("'dataNode', 'storage' and 'measuredAt' are needed");
    }
    if (form.statesBandwidth() == form.statesTimes()) {
      throw new IllegalArgumentException("give either bandwidths or times per block");
    }
    DeviceSpeeds speeds = form.statesTimes() ? ofTimes(form) : ofBandwidths(form);
    return new DeviceReport(
        form.dataNode(), form.storage(), Instant.parse(form.measuredAt()), speeds);
  }

  private static DeviceSpeeds ofBandwidths(DeviceForm form) {
    double read = bandwidth("readMibPerSecond", form.readMibPerSecond());
    double write =
        form.writeMibPerSecond() == null
            ? read
            : bandwidth("writeMibPerSecond", form.writeMibPerSecond());
    double latency = within("latencySeconds", orElse(form.latencySeconds(), 0), 0, MAX_LATENCY);
    double channels = form.channels() == null ? 1 : form.channels();
    int served = (int) within("channels", channels, 1, MAX_CHANNELS);
    double busy = within("utilisation", orElse(form.utilisation(), 0), 0, MAX_UTILISATION);
    return new DeviceSpeeds(
        new DeviceProfile(read, latency, served, busy),
        new DeviceProfile(write, latency, served, busy));
  }

  private static DeviceSpeeds ofTimes(DeviceForm form) {
    if (form.statesWaiting()) {
      throw new IllegalArgumentException(
          "a time per block has latency, channels and utilisation in it");
    }
    if (form.blockBytes() == null) {
      throw new IllegalArgumentException("times per block need 'blockBytes'");
    }
    double mib = within("blockBytes", form.blockBytes(), 1, MAX_BLOCK) / MIB;
    double read = perBlock("readSecondsPerBlock", mib, form.readSecondsPerBlock());
    double write =
        form.writeSecondsPerBlock() == null
            ? read
            : perBlock("writeSecondsPerBlock", mib, form.writeSecondsPerBlock());
    return new DeviceSpeeds(new DeviceProfile(read, 0, 1, 0), new DeviceProfile(write, 0, 1, 0));
  }

  private static double perBlock(String name, double mib, Double seconds) {
    if (seconds == null || !(seconds > 0)) {
      throw new IllegalArgumentException("'" + name + "' is missing or not above 0");
    }
    return within(name + " (as MiB/s)", mib / seconds, MIN_MIBPS, MAX_MIBPS);
  }

  private static double bandwidth(String name, Double given) {
    if (given == null) {
      throw new IllegalArgumentException("'" + name + "' is needed");
    }
    return within(name, given, MIN_MIBPS, MAX_MIBPS);
  }

  private static double orElse(Double given, double missing) {
    return given == null ? missing : given;
  }

  private static double within(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          "'%s' is %s, which no device has; from %s to %s is believed"
              .formatted(name, value, least, most));
    }
    return value;
  }

  private static LineageException refused(String why, Exception cause) {
    return cause == null
        ? new LineageException("not a device report: " + why)
        : new LineageException("not a device report: " + why, cause);
  }
}
