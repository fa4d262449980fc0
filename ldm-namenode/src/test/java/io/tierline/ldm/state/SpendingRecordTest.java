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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpendingRecordTest {
  private static final HourlyRecords<SpendingRecord> RECORDS =
      new HourlyRecords<>(
          "spending",
          "'user':'u','hour':1,'placed':[],'moved':[],'moves':[",
          SpendingRecord.MOST_HOURS,
          SpendingRecord::decode);

  @Test
  void recordIsReadAsItWasWritten() throws Exception {
    SpendingRecord given =
        new SpendingRecord("ann", 494_000, new long[] {1, 0}, new long[] {5}, new long[] {7, 8});
    RECORDS.assertReadAsWritten(given, given.encode(FormatVersion.CURRENT));
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
    RECORDS.assertDamaged(json);
  }

  @Test
  void moreHoursThanThereMayBeAreDamage() {
    RECORDS.assertThatTooManyHoursAreDamage();
  }

  @Test
  void laterMinorFormIsReadAndALaterMajorOneRefused() throws Exception {
    assertThat(RECORDS.ofLaterMinorForm().moves()).containsExactly(3);
    RECORDS.assertThatALaterMajorFormIsRefused();
  }
}
