/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WearRecordTest {
  private static final HourlyRecords<WearRecord> RECORDS =
      new HourlyRecords<>(
          "wear",
          "'storage':'s','hour':1,'moved':[],'all':[",
          WearRecord.MOST_HOURS,
          WearRecord::decode);

  @Test
  void recordIsReadAsItWasWritten() throws Exception {
    WearRecord given = new WearRecord("DS-1", 494_000, new long[] {1, 0}, new long[] {5, 7});
    RECORDS.assertReadAsWritten(given, given.encode(FormatVersion.CURRENT));
    assertThat(WearRecord.name("DS-1")).isEqualTo("DS-1");
  }

  @Test
  void recordIsSmall() {
    long[] most = new long[25];
    Arrays.fill(most, 99_999_999);
    WearRecord full = new WearRecord("DS-" + "x".repeat(40), 494_000, most, most);
    assertThat(full.encode(FormatVersion.CURRENT).get("wear")).hasSizeLessThan(640);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{",
        "{}",
        "{'version':'1.1'}",
        "{'version':'1.1','storage':'','hour':1,'moved':[],'all':[]}",
        "{'version':'1.1','storage':'s','hour':-1,'moved':[],'all':[]}",
        "{'version':'1.1','storage':'s','hour':1,'all':[]}",
        "{'version':'1.1','storage':'s','hour':1,'moved':[],'all':[-1]}",
        "{'version':'1.1','storage':'s','hour':1,'moved':[9000000000000000000],'all':[]}",
        "{'version':'1.1','storage':'s','hour':1,'moved':['x'],'all':[]}"
      })
  void whatNamesNoVolumeOrCountsIsDamaged(String json) {
    RECORDS.assertDamaged(json);
  }

  @Test
  void moreHoursThanThereMayBeAreDamage() {
    RECORDS.assertThatTooManyHoursAreDamage();
  }

  @Test
  void laterMinorFormIsReadAndALaterMajorOneRefused() throws Exception {
    assertThat(RECORDS.ofLaterMinorForm().all()).containsExactly(3);
    RECORDS.assertThatALaterMajorFormIsRefused();
  }
}
