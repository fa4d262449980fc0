/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.device.DeviceReports.RefusedReports;
import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Medium;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceReportsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Duration EXPIRY = Duration.ofMinutes(10);

  private final DeviceReports reports = new DeviceReports(2, EXPIRY);

  private static DeviceReport report(String storage, Instant at) {
    return new DeviceReport("dn", storage, at, DeviceSpeeds.typical(Medium.SSD));
  }

  @Test
  void reportCountsUntilItExpires() throws Exception {
    assertThat(reports.accept(List.of(report("a", NOW)), NOW)).isEqualTo(1);
    assertThat(reports.find("dn", "a", NOW.plus(EXPIRY))).isPresent();
    assertThat(reports.find("dn", "a", NOW.plus(EXPIRY).plusMillis(1))).isEmpty();
    assertThat(reports.find("dn", "b", NOW)).isEmpty();
    assertThat(reports.find("other", "a", NOW)).isEmpty();
  }

  @Test
  void olderMeasurementNeverTakesTheNewerOnesPlace() throws Exception {
    DeviceReport newer = report("a", NOW);
    reports.accept(List.of(newer), NOW);
    assertThat(reports.accept(List.of(report("a", NOW.minusSeconds(1))), NOW)).isZero();
    assertThat(reports.find("dn", "a", NOW)).contains(newer);
    DeviceReport newest = report("a", NOW.plusSeconds(1));
    assertThat(reports.accept(List.of(newest), NOW)).isEqualTo(1);
    assertThat(reports.find("dn", "a", NOW)).contains(newest);
  }

  @Test
  void expiredReportsMakeRoom() throws Exception {
    reports.accept(List.of(report("a", NOW), report("b", NOW)), NOW);
    Instant later = NOW.plus(EXPIRY).plusSeconds(1);
    assertThat(reports.accept(List.of(report("c", later)), later)).isEqualTo(1);
  }

  @Test
  void moreDevicesThanAreKeptAreRefusedAllTogether() throws Exception {
    reports.accept(List.of(report("a", NOW)), NOW);
    assertThatExceptionOfType(RefusedReports.class)
        .isThrownBy(() -> reports.accept(List.of(report("b", NOW), report("c", NOW)), NOW))
        .withMessage("at most 2 devices are kept")
        .matches(RefusedReports::isFull);
    assertThat(reports.find("dn", "b", NOW)).isEmpty();
    reports.accept(List.of(report("a", NOW), report("b", NOW)), NOW);
  }

  @Test
  void timesThatMakeNoSenseAreRefused() {
    assertThatExceptionOfType(RefusedReports.class)
        .isThrownBy(() -> reports.accept(List.of(report("a", NOW.plusSeconds(301))), NOW))
        .withMessageContaining("in the future")
        .matches(e -> !e.isFull());
    assertThatExceptionOfType(RefusedReports.class)
        .isThrownBy(() -> reports.accept(List.of(report("a", NOW.minusSeconds(601))), NOW))
        .withMessageContaining("too long ago");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\nb", "a/b", "ä"})
  void identityIsAPlainWord(String id) {
    DeviceSpeeds speeds = DeviceSpeeds.typical(Medium.SSD);
    assertThatIllegalArgumentException().isThrownBy(() -> new DeviceReport(id, "a", NOW, speeds));
    assertThatIllegalArgumentException().isThrownBy(() -> new DeviceReport("a", id, NOW, speeds));
  }

  @Test
  void someReportsAreKeptForSomeTime() {
    assertThatIllegalArgumentException().isThrownBy(() -> new DeviceReports(0, EXPIRY));
    assertThatIllegalArgumentException().isThrownBy(() -> new DeviceReports(1, Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeviceReports(1, Duration.ofSeconds(-1)));
  }
}
