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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTimesRecordTest {
  private static RunTimesRecord read(String json) throws Exception {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return RunTimesRecord.decode(Map.of("runs", bytes), FormatVersion.CURRENT);
  }

  @Test
  void recordIsReadAsItWasWritten() throws Exception {
    RunTimesRecord given =
        new RunTimesRecord("ann", "/out/${YEAR}", 1_700_000_000, new long[] {1}, new long[] {7, 8});
    RunTimesRecord read =
        RunTimesRecord.decode(given.encode(FormatVersion.CURRENT), FormatVersion.CURRENT);
    assertThat(read).usingRecursiveComparison().isEqualTo(given);
    assertThat(read.key())
        .isNotEqualTo(new RunTimesRecord("", "x", 0, read.took(), read.took()).key());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{}",
        "{'version':'1.1','user':'','name':'','newest':0,'waited':[],'took':[]}",
        "{'version':'1.1','name':'n','newest':0,'waited':[],'took':[]}",
        "{'version':'1.1','user':'','name':'n','newest':0,'took':[]}",
        "{'version':'1.1','user':'','name':'n','newest':0,'waited':[-1],'took':[]}",
        "{'version':'1.1','user':'','name':'n','newest':0,'waited':[],'took':[1,2,3,4,5,6]}",
        "{'version':'1.1','user':'','name':'n','newest':9000000000000000,'waited':[],'took':[]}",
        "{'version':'1.1','user':'','name':'n','newest':0,'waited':[],'took':[9000000000000000]}"
      })
  void whatNamesNothingOrNoTimesIsDamaged(String json) {
    assertThatExceptionOfType(DamagedStateException.class).isThrownBy(() -> read(json));
  }

  @Test
  void laterMinorFormIsReadAndALaterMajorOneRefused() throws Exception {
    String rest = ",'user':'','name':'n','newest':0,'waited':[3],'took':[],'more':1}";
    assertThat(read("{'version':'1.999'" + rest).waited()).containsExactly(3);
    assertThatExceptionOfType(NewerStateException.class)
        .isThrownBy(() -> read("{'version':'999.0'" + rest));
  }
}
