/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FindingsTest {
  @Test
  void longSubjectsThatAreShownAlikeAreOne() {
    Findings findings = new Findings();
    for (int i = 0; i < 1_000; i++) {
      findings.add("/" + "a".repeat(9_000) + i, "c.xml", 1, "this is not a path");
    }
    findings.add("/b", "c.xml", 1, "this is not a path");
    assertThat(findings.all()).hasSize(2);
  }
}
