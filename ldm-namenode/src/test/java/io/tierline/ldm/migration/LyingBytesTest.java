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

import java.util.Map;
import org.junit.jupiter.api.Test;

class LyingBytesTest {
  private final LyingBytes lying = new LyingBytes();

  @Test
  void whatHasComeSinceTheCountBeganIsAddedToIt() {
    lying.added("ann", 10);
    assertThat(lying.of("ann")).isEqualTo(10);
    lying.countBegins();
    lying.added("ann", 1);
    lying.countEnds(Map.of("ann", 7L, "bob", 3L));
    assertThat(lying.of("ann")).as("the 1 may have come too late for the count").isEqualTo(8);
    assertThat(lying.of("bob")).isEqualTo(3);
    assertThat(lying.users()).containsExactlyInAnyOrder("ann", "bob");
  }

  @Test
  void whatIsDeletedIsGoneWithTheNextCount() {
    lying.added("ann", 10);
    lying.countBegins();
    lying.countEnds(Map.of());
    assertThat(lying.of("ann")).isZero();
    assertThat(lying.users()).isEmpty();
  }

  @Test
  void anotherTermKnowsNothingYet() {
    lying.countBegins();
    lying.countEnds(Map.of("ann", 7L));
    lying.added("ann", 1);
    lying.forget();
    assertThat(lying.of("ann")).isZero();
  }
}
