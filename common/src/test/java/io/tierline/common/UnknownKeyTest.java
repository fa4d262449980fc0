/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownKeyTest {
  private static final Set<String> KNOWN =
      Set.of("tierline.ldm.admins", "tierline.ldm.agents", "tierline.ldm.migration.mode");

  @Test
  void knownKeysAreNoMatter() {
    assertThat(UnknownKey.among(List.of("tierline.ldm.admins"), KNOWN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tierline.ldm.admin, tierline.ldm.admins",
    "tierline.lmd.admins, tierline.ldm.admins",
    "tierline.ldm.agent, tierline.ldm.agents",
    "tierline.ldm.migration.Mode, tierline.ldm.migration.mode",
    "tierline.migration.mode, tierline.ldm.migration.mode",
    "tierline.ldm.migration.modes.of.all, ",
    "tierline.x, ",
  })
  void unknownKeyComesWithTheNearest(String key, String nearest) {
    assertThat(UnknownKey.among(List.of(key), KNOWN))
        .singleElement()
        .satisfies(
            unknown -> {
              assertThat(unknown.key()).isEqualTo(key);
              assertThat(unknown.nearest().orElse(null)).isEqualTo(nearest);
            });
  }

  @Test
  void theyAreInOrderAndReadable() {
    assertThat(UnknownKey.among(List.of("tierline.y", "tierline.ldm.admin"), KNOWN))
        .hasToString("[tierline.ldm.admin (do you mean tierline.ldm.admins?), tierline.y]");
  }
}
