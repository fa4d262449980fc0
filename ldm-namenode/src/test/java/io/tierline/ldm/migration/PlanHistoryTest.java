/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PlanHistoryTest {
  private static PlanProgress plan(int moves) {
    return new PlanProgress(PlanProgressTest.plan(moves), 1);
  }

  @Test
  void oldestThatIsNotOpenGoesFirst() {
    PlanHistory history = new PlanHistory(2);
    PlanProgress open = plan(1);
    PlanProgress planned = plan(2);
    PlanProgress newest = plan(3);
    open.apply();
    assertThat(history.add(open)).isTrue();
    assertThat(history.add(planned)).isTrue();
    assertThat(history.add(newest)).isTrue();
    assertThat(history.newestFirst()).containsExactly(newest, open);
    assertThat(history.open()).containsExactly(open);
    assertThat(history.find("plan-1")).contains(open);
    assertThat(history.find("plan-2")).isEmpty();
  }

  @Test
  void openPlansAreNeverForgotten() {
    PlanHistory history = new PlanHistory(1);
    PlanProgress open = plan(1);
    open.apply();
    open.pause();
    assertThat(history.add(open)).isTrue();
    assertThat(history.add(plan(2))).isFalse();
    open.abandon("so");
    assertThat(history.add(plan(2))).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> new PlanHistory(0));
  }
}
