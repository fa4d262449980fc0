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

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class RunTextProperties {
  private static final List<String> FORMS =
      List.of("yyyyMMdd", "yyyy-MM-dd", "yyyy/MM/dd", "yyyy_MM_dd", "yyyy.MM.dd");

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "/",
            "a",
            "2026",
            "-",
            "11",
            "21",
            "_",
            "=",
            "hr=",
            "T",
            ":",
            "{#}",
            "$",
            "\\",
            "1000000",
            "application_1_2",
            "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
            "é")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }

  @Property
  void sameRunIsRewrittenToItself(@ForAll("texts") String text) {
    RunText run = RunText.of(text);
    Map<String, String> changes = RunText.changes(List.of(run), List.of(run));
    assertThat(RunText.rewritten(text, changes)).contains(text);
  }

  @Property
  void patternHasNoLongNumber(@ForAll("texts") String text) {
    assertThat(RunText.of(text).pattern()).doesNotContainPattern("\\d{6}");
  }

  @Property
  void datesMoveInEveryForm(
      @ForAll @IntRange(max = 20_000) int before,
      @ForAll @IntRange(max = 20_000) int after,
      @ForAll @IntRange(max = 4) int producer,
      @ForAll @IntRange(max = 4) int consumer) {
    String earlier = "/d/" + day(before, producer) + "/in";
    String later = "/d/" + day(after, producer) + "/in";
    Map<String, String> changes =
        RunText.changes(List.of(RunText.of(earlier)), List.of(RunText.of(later)));
    assertThat(RunText.rewritten("/o/" + day(before, consumer) + "/out", changes))
        .contains("/o/" + day(after, consumer) + "/out");
  }

  private static String day(int number, int form) {
    LocalDateTime day = LocalDateTime.of(2000, 1, 1, 0, 0).plusDays(number);
    return day.format(DateTimeFormatter.ofPattern(FORMS.get(form)));
  }
}
