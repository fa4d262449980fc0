/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanaryTest {
  private static List<String> list(String text) {
    return text == null ? List.of() : List.of(text.split(";"));
  }

  @ParameterizedTest
  @CsvSource({
    ",        ,       /a,     true",
    "/,       ,       /a,     true",
    "/a,      ,       /a,     true",
    "/a,      ,       /a/b,   true",
    "/a,      ,       /ab,    false",
    "/a/b,    ,       /a,     false",
    "/a;/c,   ,       /c/d,   true",
    "/a,      /a/b,   /a/b/c, false",
    "/a,      /a/b,   /a/bc,  true",
    ",        /a,     /b,     true",
    ",        /,      /b,     false",
    "/a/b,    /a,     /a/b,   false"
  })
  void admitsWhatIsAllowedAndNotDenied(String allow, String deny, String root, boolean admits) {
    Canary canary = new Canary(list(allow), list(deny));
    assertThat(canary.admits(root)).isEqualTo(admits);
    assertThat(canary.isAll()).isEqualTo(deny == null && (allow == null || allow.equals("/")));
  }
}
