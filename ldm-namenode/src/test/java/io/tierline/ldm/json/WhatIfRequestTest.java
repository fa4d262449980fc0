/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import io.tierline.ldm.lineage.LineageException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhatIfRequestTest {
  private static final String LINEAGE =
      "{\"id\": \"w\", \"jobs\": [{\"name\": \"a\", \"writes\": [\"/x\"]}]}";

  @Test
  void eachKindIsTold() throws Exception {
    WhatIfRequest byId = WhatIfRequest.read(WhatIfRequest.ofPlan("plan-1"));
    assertThat(byId).isEqualTo(new WhatIfRequest("plan-1", null, null));
    String document = MigrationPlanDocument.write(MigrationPlanDocumentTest.PLAN);
    assertThat(WhatIfRequest.read(document).plan()).isEqualTo(MigrationPlanDocumentTest.PLAN);
    assertThat(WhatIfRequest.read(LINEAGE).workflow().id()).isEqualTo("w");
    assertThat(WhatIfRequest.isPlan(document)).isTrue();
    assertThat(WhatIfRequest.isPlan(LINEAGE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{} {}",
        "{\"plan\": 1}",
        "{\"plan\": \"\"}",
        "{\"plan\": \"../x\"}",
        "{\"plan\": \"a\", \"moves\": []}",
        "{\"moves\": []}",
        "{\"a\": 1, \"a\": 2}"
      })
  void anythingElseIsRefusedInOneLine(String json) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> WhatIfRequest.read(json))
        .matches(e -> !e.getMessage().isBlank() && !e.getMessage().contains("\n"));
  }

  @Test
  void changedRequestsAreReadOrRefused() {
    Random random = new Random(20_261_122);
    String[] seeds = {
      LINEAGE,
      WhatIfRequest.ofPlan("plan-1"),
      MigrationPlanDocument.write(MigrationPlanDocumentTest.PLAN)
    };
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(seeds[random.nextInt(seeds.length)]);
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(text.length());
        if (random.nextBoolean()) {
          text.setCharAt(at, (char) random.nextInt(0x100));
        } else {
          text.delete(at, Math.min(text.length() - 1, at + random.nextInt(9)));
        }
      }
      try {
        assertThat(WhatIfRequest.read(text.toString())).isNotNull();
      } catch (LineageException e) {
        assertThat(e.getMessage()).doesNotContain("\n");
      } catch (RuntimeException | StackOverflowError e) {
        fail("input %d: %s".formatted(i, text), e);
      }
    }
  }
}
