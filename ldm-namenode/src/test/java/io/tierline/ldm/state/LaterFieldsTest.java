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

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaterFieldsTest {
  private static String kept(String before, String now) {
    return new String(LaterFields.kept(before.getBytes(UTF_8), now.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void fieldsThatAreNotKnownStayAndKnownOnesChange() {
    assertThat(
            kept(
                "{'version':'1.8','path':'/a','why':{'x':[1]}}".replace('\'', '"'),
                "{'version':'1.1','path':'/b'}".replace('\'', '"')))
        .isEqualTo("{'version':'1.8','path':'/b','why':{'x':[1]}}".replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource({"1.8,1.1,1.8", "1.0,1.1,1.1", "1.1,1.1,1.1", "1.10,1.9,1.10", "x,1.1,1.1"})
  void laterVersionOfBothIsStated(String before, String now, String then) {
    String form = "{\"version\":\"%s\"}";
    assertThat(kept(form.formatted(before), form.formatted(now))).isEqualTo(form.formatted(then));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{", "7"})
  void whatIsNoObjectIsReplaced(String before) {
    assertThat(kept(before, "{\"a\":1}")).isEqualTo("{\"a\":1}");
  }

  @Test
  void attributesThatAreNotKnownStay() {
    Map<String, byte[]> before = Map.of("more", new byte[] {1}, "a", "{\"x\":1}".getBytes(UTF_8));
    Map<String, byte[]> kept =
        LaterFields.kept(before, Map.of("a", "{}".getBytes(UTF_8), "b", "{}".getBytes(UTF_8)));
    assertThat(kept).containsOnlyKeys("a", "b", "more");
    assertThat(kept.get("a")).asString(UTF_8).isEqualTo("{\"x\":1}");
  }
}
