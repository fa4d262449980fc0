/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanRecordTest {
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  private static Map<String, byte[]> attribute(String json) {
    return Map.of("plan", json.getBytes(UTF_8));
  }

  @Test
  void recordIsReadAsItWasWritten() throws Exception {
    PlanRecord record = new PlanRecord("plan-x-1", "ann", NOON);
    assertThat(PlanRecord.decode(record.encode(FormatVersion.CURRENT), FormatVersion.CURRENT))
        .isEqualTo(record);
    assertThat(record.name()).isEqualTo("plan-x-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "[",
        "{\"version\":\"1.0\",\"by\":\"ann\",\"created\":\"2026-11-22T12:00:00Z\"}",
        "{\"version\":\"1.0\",\"id\":\"../x\",\"by\":\"a\",\"created\":\"2026-11-22T12:00:00Z\"}",
        "{\"version\":\"1.0\",\"id\":\"x\",\"created\":\"2026-11-22T12:00:00Z\"}",
        "{\"version\":\"1.0\",\"id\":\"x\",\"by\":\"ann\",\"created\":\"noon\"}",
        "{\"version\":\"1.0\",\"id\":\"x\",\"by\":\"ann\"}"
      })
  void recordThatNamesNoPlanIsDamaged(String json) {
    assertThatExceptionOfType(DamagedStateException.class)
        .isThrownBy(() -> PlanRecord.decode(attribute(json), FormatVersion.CURRENT));
  }

  @Test
  void fieldsOfALaterMinorVersionArePassedOverAndALaterMajorOneIsRefused() throws Exception {
    String rest = "\"id\":\"x\",\"by\":\"ann\",\"created\":\"2026-11-22T12:00:00Z\",\"why\":[]}";
    assertThat(PlanRecord.decode(attribute("{\"version\":\"1.9\"," + rest), FormatVersion.CURRENT))
        .isEqualTo(new PlanRecord("x", "ann", NOON));
    assertThatExceptionOfType(NewerStateException.class)
        .isThrownBy(
            () ->
                PlanRecord.decode(
                    attribute("{\"version\":\"2.0\"," + rest), FormatVersion.CURRENT));
  }
}
