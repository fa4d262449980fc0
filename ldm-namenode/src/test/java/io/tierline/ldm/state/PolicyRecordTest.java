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

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyRecordTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"version\":\"1.0\",\"policy\":\"ONE_SSD\"}",
        "{\"version\":\"1.0\",\"path\":\"a\",\"policy\":\"ONE_SSD\"}",
        "{\"version\":\"1.0\",\"path\":\"/a\"}",
        "{\"version\":\"1.0\",\"path\":\"/a\",\"policy\":\"ONE_SSD\",\"before\":300}"
      })
  void recordThatNamesNoDirectoryOrPolicyIsDamaged(String json) {
    assertThatExceptionOfType(DamagedStateException.class)
        .isThrownBy(
            () ->
                PolicyRecord.decode(Map.of("policy", json.getBytes(UTF_8)), FormatVersion.CURRENT));
  }

  @Test
  void fieldsOfALaterMinorVersionArePassedOver() throws Exception {
    String json = "{\"version\":\"1.9\",\"path\":\"/a\",\"policy\":\"X\",\"before\":7,\"why\":[]}";
    assertThat(PolicyRecord.decode(Map.of("policy", json.getBytes(UTF_8)), FormatVersion.CURRENT))
        .isEqualTo(new PolicyRecord("/a", "X", (byte) 7));
  }
}
