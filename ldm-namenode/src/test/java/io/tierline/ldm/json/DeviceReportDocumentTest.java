/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.device.DeviceReport;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Network;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceReportDocumentTest {
  static final String DOCUMENT =
      """
      {"version": 1, "devices": [
        {"dataNode": "dn-1", "storage": "DS-1", "measuredAt": "2026-11-21T12:00:00Z",
         "readMibPerSecond": 510.5, "writeMibPerSecond": 430, "latencySeconds": 0.0001,
         "channels": 8, "utilisation": 0.25},
        {"dataNode": "dn-1", "storage": "DS-2", "measuredAt": "2026-11-21T12:00:01Z",
         "blockBytes": 134217728, "readSecondsPerBlock": 0.64, "writeSecondsPerBlock": 1.28}]}
      """;

  private static List<DeviceReport> read(String fields) throws LineageException {
    return DeviceReportDocument.read(
        "{\"version\": 1, \"devices\": [{\"dataNode\": \"d\", \"storage\": \"s\", \"measuredAt\":"
            + " \"2026-11-21T12:00:00Z\""
            + (fields.isEmpty() ? "" : ", " + fields)
            + "}]}");
  }

  @Test
  void bandwidthsAndTimesPerBlockAreRead() throws Exception {
    List<DeviceReport> reports = DeviceReportDocument.read(DOCUMENT);
    assertThat(reports).hasSize(2);
    DeviceReport flash = reports.get(0);
    assertThat(flash.node()).isEqualTo("dn-1");
    assertThat(flash.storage()).isEqualTo("DS-1");
    assertThat(flash.measuredAt()).isEqualTo(Instant.parse("2026-11-21T12:00:00Z"));
    assertThat(flash.speeds().read()).isEqualTo(new DeviceProfile(510.5, 0.0001, 8, 0.25));
    assertThat(flash.speeds().write()).isEqualTo(new DeviceProfile(430, 0.0001, 8, 0.25));
    DeviceReport disk = reports.get(1);
    assertThat(disk.speeds().read()).isEqualTo(new DeviceProfile(200, 0, 1, 0));
    assertThat(disk.speeds().write()).isEqualTo(new DeviceProfile(100, 0, 1, 0));
    // One block written and one read: 256 MiB in 1.92 s.
    assertThat(disk.speeds().rating(Distance.NODE, Network.TYPICAL, 128L << 20))
        .isEqualTo(256 / 1.92, within(1e-9));
  }

  @Test
  void writingIsTakenToBeAsReadingWhereItIsNotStated() throws Exception {
    DeviceReport one = read("\"readMibPerSecond\": 100").get(0);
    assertThat(one.speeds().write()).isEqualTo(one.speeds().read());
    DeviceReport other = read("\"blockBytes\": 1048576, \"readSecondsPerBlock\": 0.5").get(0);
    assertThat(other.speeds().write()).isEqualTo(new DeviceProfile(2, 0, 1, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | give either bandwidths or times per block",
        "'\"writeMibPerSecond\": 5' | 'readMibPerSecond' is needed",
        "'\"readMibPerSecond\": 0' | which no device has",
        "'\"readMibPerSecond\": 0.09' | which no device has",
        "'\"readMibPerSecond\": 100001' | which no device has",
        "'\"readMibPerSecond\": 1e999' | which no device has",
        "'\"readMibPerSecond\": -5' | which no device has",
        "'\"readMibPerSecond\": \"NaN\"' | is NaN, which no device has",
        "'\"readMibPerSecond\": 5, \"writeMibPerSecond\": 0' | 'writeMibPerSecond' is 0.0",
        "'\"readMibPerSecond\": 5, \"latencySeconds\": -1' | 'latencySeconds' is -1.0",
        "'\"readMibPerSecond\": 5, \"latencySeconds\": 11' | 'latencySeconds' is 11.0",
        "'\"readMibPerSecond\": 5, \"channels\": 0' | 'channels' is 0.0",
        "'\"readMibPerSecond\": 5, \"channels\": 1025' | 'channels' is 1025.0",
        "'\"readMibPerSecond\": 5, \"utilisation\": 1' | 'utilisation' is 1.0",
        "'\"readMibPerSecond\": 5, \"blockBytes\": 1' | give either",
        "'\"readSecondsPerBlock\": 5' | need 'blockBytes'",
        "'\"blockBytes\": 1' | 'readSecondsPerBlock' is missing",
        "'\"blockBytes\": 0, \"readSecondsPerBlock\": 1' | 'blockBytes' is 0.0",
        "'\"blockBytes\": 1, \"readSecondsPerBlock\": 0' | not above 0",
        "'\"blockBytes\": 1, \"readSecondsPerBlock\": 100' | which no device has",
        "'\"blockBytes\": 1048576, \"readSecondsPerBlock\": 1, \"writeSecondsPerBlock\": -1' | not above 0",
        "'\"blockBytes\": 1048576, \"readSecondsPerBlock\": 1, \"channels\": 1' | has latency",
        "'\"blockBytes\": 1048576, \"readSecondsPerBlock\": 1, \"utilisation\": 0' | has latency",
        "'\"blockBytes\": 1048576, \"readSecondsPerBlock\": 1, \"latencySeconds\": 0' | has lat",
        "'\"speed\": 5' | speed",
        "'\"storage\": \"t\"' | Duplicate",
      })
  void figuresThatNoDeviceHasAreRefused(String fields, String why) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> read(fields))
        .withMessageStartingWith("not a device report: ")
        .withMessageContaining(why)
        .matches(e -> !e.getMessage().contains("\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | it is empty",
        "null | version",
        "[] | it has to be an object",
        "{} | version",
        "'{\"version\": 2, \"devices\": []}' | version",
        "'{\"version\": 1}' | no 'devices'",
        "'{\"version\": 1, \"devices\": [null]}' | device 0: it is null",
        "'{\"version\": 1, \"devices\": [{}]}' | are needed",
        "'{\"version\": 1, \"devices\": [{\"dataNode\": \"a\"}]}' | are needed",
        "'{\"version\": 1, \"devices\": [{\"dataNode\": \"a\", \"storage\": \"a\"}]}' | are needed",
        "'{\"version\": 1, \"devices\": []} x' | x",
      })
  void otherDocumentsAreRefused(String document, String why) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> DeviceReportDocument.read(document))
        .withMessageContaining(why);
  }

  @Test
  void noMoreDevicesThanTheMost() throws Exception {
    String one = DOCUMENT.substring(DOCUMENT.indexOf("{\"dataNode"), DOCUMENT.indexOf("},") + 1);
    assertThat(DeviceReportDocument.read(document(one, 1_000))).hasSize(1_000);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> DeviceReportDocument.read(document(one, 1_001)))
        .withMessageContaining("more than 1000");
  }

  private static String document(String device, int times) {
    String devices = String.join(",", Collections.nCopies(times, device));
    return "{\"version\": 1, \"devices\": [" + devices + "]}";
  }

  @Test
  void timesAndIdentitiesAreChecked() {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> DeviceReportDocument.read(DOCUMENT.replace("2026-11-21T12", "noon")))
        .withMessageContaining("device 0: ");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> DeviceReportDocument.read(DOCUMENT.replace("DS-2", "a b")))
        .withMessageContaining("device 1: ");
  }
}
