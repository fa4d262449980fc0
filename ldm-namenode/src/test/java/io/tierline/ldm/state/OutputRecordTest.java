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

class OutputRecordTest {
  private static final HourlyRecords<OutputRecord> RECORDS =
      new HourlyRecords<>(
          "outputs",
          "'user':'u','job':'w/j','dataset':'/o','inputs':[5],'outputs':[",
          OutputRecord.MOST_RUNS,
          OutputRecord::decode);

  @Test
  void recordIsReadAsItWasWritten() throws Exception {
    OutputRecord given =
        new OutputRecord("ann", "daily/sort", "/o/{#}", new long[] {0, 7}, new long[] {1, 8});
    RECORDS.assertReadAsWritten(given, given.encode(FormatVersion.CURRENT));
    assertThat(given.key())
        .isNotEqualTo(
            new OutputRecord("ann", "daily/sort", "/p", new long[] {1}, new long[] {1}).key());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{",
        "{}",
        "{'version':'1.1'}",
        "{'version':'1.1','job':'j','dataset':'/o','inputs':[1],'outputs':[1]}",
        "{'version':'1.1','user':'','job':'j','dataset':'/o','inputs':[1],'outputs':[1]}",
        "{'version':'1.1','user':'u','dataset':'/o','inputs':[1],'outputs':[1]}",
        "{'version':'1.1','user':'u','job':'j','inputs':[1],'outputs':[1]}",
        "{'version':'1.1','user':'u','job':'j','dataset':'/o','outputs':[1]}",
        "{'version':'1.1','user':'u','job':'j','dataset':'/o','inputs':[],'outputs':[]}",
        "{'version':'1.1','user':'u','job':'j','dataset':'/o','inputs':[1],'outputs':[1,2]}",
        "{'version':'1.1','user':'u','job':'j','dataset':'/o','inputs':[-1],'outputs':[1]}",
        "{'version':'1.1','user':'u','job':'j','dataset':'/o','inputs':[1],'outputs':[0]}",
        "{'version':'1.1','user':'u','job':'j','dataset':'/o','inputs':[1],'outputs':['x']}",
        "{'version':'1.1','user':'u','job':'j','dataset':'/o',"
            + "'inputs':[1],'outputs':[9000000000000000000]}"
      })
  void whatNamesNoOutputOrSizesIsDamaged(String json) {
    RECORDS.assertDamaged(json);
  }

  @Test
  void moreRunsThanThereMayBeAreDamage() {
    RECORDS.assertThatTooManyHoursAreDamage();
  }

  @Test
  void laterMinorFormIsReadAndALaterMajorOneRefused() throws Exception {
    assertThat(RECORDS.ofLaterMinorForm().outputs()).containsExactly(3);
    RECORDS.assertThatALaterMajorFormIsRefused();
  }
}
