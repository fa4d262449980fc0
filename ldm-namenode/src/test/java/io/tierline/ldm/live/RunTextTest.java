/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTextTest {
  @ParameterizedTest
  @CsvSource({
    "TeraSort, TeraSort, ''",
    "/data/10tb/step2, /data/10tb/step2, ''",
    "/d/2026-11-21/in, /d/{#}/in, 20261121",
    "/d/20261121, /d/{#}, 20261121",
    "/d/2026/11/21/13/in, /d/{#}/in, 2026112113",
    "/d/2026_11_21T13:05:59, /d/{#}, 20261121130559",
    "/d/2026-13-45/in, /d/2026-13-45/in, ''",
    "/d/dt=2026-11-21/hr=13, '/d/dt={#}/hr={#}', '20261121,hr=13'",
    "/d/year=2026/month=11, '/d/year={#}/month={#}', 'year=2026,month=11'",
    "streamjob1795209498666.jar, streamjob{#}.jar, 1795209498666",
    "x application_1795209498666_0001, x {#}, application_1795209498666_0001",
    "0000012-260101120000123-oozie-W, {#}-{#}-oozie-W, '0000012,260101120000123'",
    "/q/3F2504E0-4F89-11D3-9A0C-0305E82C3301/r, /q/{#}/r, 3F2504E0-4F89-11D3-9A0C-0305E82C3301",
  })
  void partsThatDifferFromRunToRunAreTakenOut(String text, String pattern, String values) {
    RunText found = RunText.of(text);
    assertThat(found.pattern()).isEqualTo(pattern);
    assertThat(String.join(",", found.values())).isEqualTo(values);
  }

  private static Map<String, String> changes(String earlier, String later) {
    return RunText.changes(List.of(RunText.of(earlier)), List.of(RunText.of(later)));
  }

  @ParameterizedTest
  @CsvSource({
    "/d/2026-11-20/in, /d/2026-11-21/in, /o/20261120/x, /o/20261121/x",
    "/d/2026/11/20/in, /d/2026/11/21/in, /o/dt=2026-11-20, /o/dt=2026-11-21",
    "/d/2026112013, /d/2026112114, /o/2026/11/20, /o/2026/11/21",
    "/d/hr=9, /d/hr=10, /o/hr=9/x, /o/hr=10/x",
    "/d/in, /d/in, /o/plain, /o/plain",
    "/q/3f2504e0-4f89-11d3-9a0c-0305e82c3301, /q/00000000-4f89-11d3-9a0c-0305e82c3301, "
        + "/r/3f2504e0-4f89-11d3-9a0c-0305e82c3301, /r/00000000-4f89-11d3-9a0c-0305e82c3301",
  })
  void textIsRewrittenForTheLaterRun(
      String earlier, String later, String consumer, String expected) {
    assertThat(RunText.rewritten(consumer, changes(earlier, later))).contains(expected);
  }

  @Test
  void whatCannotBeToldIsLeftOut() {
    assertThat(RunText.rewritten("/o/2026-11-20", changes("/d/in", "/d/in"))).isEmpty();
    assertThat(RunText.rewritten("/o/2026-11-20", changes("/d/hr=1", "/d/hr=2"))).isEmpty();
    assertThat(changes("/d/2026-11-20", "/e/2026-11-21")).isEmpty();
    assertThat(changes("/d/1000000/1000000", "/d/1000001/1000002")).isEmpty();
    assertThat(RunText.rewritten("/o/1000000", changes("/d/1000000", "/d/99999999"))).isEmpty();
    assertThat(
            RunText.changes(
                List.of(RunText.of("/d/1000000"), RunText.of("/d/1000001")),
                List.of(RunText.of("/d/1000002"), RunText.of("/d/1000003"))))
        .as("which is which?")
        .isEmpty();
  }
}
