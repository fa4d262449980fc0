/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
  private final Complaints complaints = new Complaints();

  @Test
  void oneStoreOfAFamilyTellsThem() {
    assertThat(complaints.areNews("t, f", List.of("a", "b"))).isTrue();
    assertThat(complaints.areNews("t, f", List.of("a", "b"))).as("another region").isFalse();
    assertThat(complaints.areNews("t, g", List.of("a", "b"))).as("another family").isTrue();
    assertThat(complaints.areNews("t, f", List.of("a"))).as("changed").isTrue();
    assertThat(complaints.areNews("t, f", List.of())).isFalse();
    assertThat(complaints.areNews("t, f", List.of("a"))).as("right in between").isTrue();
  }

  @Test
  void noMoreAreRememberedThanSome() {
    for (int family = 0; family <= Complaints.MOST; family++) {
      assertThat(complaints.areNews("t, " + family, List.of("a"))).isTrue();
    }
    assertThat(complaints.areNews("t, 0", List.of("a"))).as("forgotten").isTrue();
    assertThat(complaints.areNews("t, " + Complaints.MOST, List.of("a"))).isFalse();
  }
}
