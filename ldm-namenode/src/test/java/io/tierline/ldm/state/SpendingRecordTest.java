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

class SpendingRecordTest {
  private static SpendingRecord decode(String json) throws Exception {
    byte[] attribute = json.replace('\'', '"').getBytes(UTF_8);
    return SpendingRecord.decode(Map.of("spending", attribute), FormatVersion.CURRENT);
  }

  @Test
  void recordIsReadAsItWasWritten() throws Exception {
    SpendingRecord given =
        new SpendingRecord("ann", 494_000, new long[] {1, 0}, new long[] {5}, new long[] {7, 8});
    SpendingRecord read =
        SpendingRecord.decode(given.encode(FormatVersion.CURRENT), FormatVersion.CURRENT);
    assertThat(read).usingRecursiveComparison().isEqualTo(given);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{",
        "{}",
        "{'version':'1.1'}",
        "{'version':'1.1','hour':1,'placed':[],'moved':[],'moves':[]}",
        "{'version':'1.1','user':'','hour':1,'placed':[],'moved':[],'moves':[]}",
        "{'version':'1.1','user':'u','hour':-1,'placed':[],'moved':[],'moves':[]}",
        "{'version':'1.1','user':'u','hour':1,'moved':[],'moves':[]}",
        "{'version':'1.1','user':'u','hour':1,'placed':[],'moved':[-1],'moves':[]}",
        "{'version':'1.1','user':'u','hour':1,'placed':[],'moved':[],'moves':[9000000000000000]}",
        "{'version':'1.1','user':'u','hour':1,'placed':['x'],'moved':[],'moves':[]}"
      })
  void whatNamesNoUserOrCountsIsDamaged(String json) {
    assertThatExceptionOfType(DamagedStateException.class).isThrownBy(() -> decode(json));
  }

  @Test
  void moreHoursThanThereMayBeAreDamage() {
    String many = "0,".repeat(SpendingRecord.MOST_HOURS) + "0";
    String rest = "'user':'u','hour':1,'placed':[],'moved':[],'moves':[";
    assertThatExceptionOfType(DamagedStateException.class)
        .isThrownBy(() -> decode("{'version':'1.1'," + rest + many + "]}"));
  }

  @Test
  void laterMinorFormIsReadAndALaterMajorOneRefused() throws Exception {
    String rest = "'user':'u','hour':1,'placed':[],'moved':[],'moves':[3],'media':'TLC'}";
    assertThat(decode("{'version':'1.9'," + rest).moves()).containsExactly(3);
    assertThatExceptionOfType(NewerStateException.class)
        .isThrownBy(() -> decode("{'version':'2.0'," + rest));
  }
}
