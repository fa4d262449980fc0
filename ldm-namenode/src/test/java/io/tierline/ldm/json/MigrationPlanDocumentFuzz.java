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
import static org.assertj.core.api.Assertions.fail;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.TextMutator;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Plans with characters, tokens and stretches changed at random. Each is a plan, which is written
 * and read as itself, or is refused in one line; nothing else is ever thrown.
 */
class MigrationPlanDocumentFuzz {
  private static final int INPUTS = Extended.inputs(50_000);
  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20_261_121);

  private static final TextMutator MUTATOR =
      new TextMutator(
          3,
          "\"version\":",
          "\"moves\":",
          "\"bytes\":",
          "\"SSD\"",
          "\"UNDO\"",
          "\"NVDIMM\"",
          "\"uuid-1\"");

  @Test
  void everyInputIsReadOrRefusedInOneLine() {
    Random random = new Random(SEED);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < INPUTS; i++) {
      String input =
          MUTATOR.mutated(MigrationPlanDocument.write(MigrationPlanDocumentTest.PLAN), random);
      try {
        MigrationPlan plan = MigrationPlanDocument.read(input);
        assertThat(MigrationPlanDocument.read(MigrationPlanDocument.write(plan))).isEqualTo(plan);
        read++;
      } catch (LineageException e) {
        refused++;
        if (e.getMessage().isBlank() || e.getMessage().contains("\n")) {
          fail("seed %d, input %d: no single line: %s".formatted(SEED, i, e.getMessage()));
        }
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed %d, input %d: %s".formatted(SEED, i, input), e);
      }
    }
    assertThat(read).isGreaterThan(INPUTS / 100);
    assertThat(refused).isGreaterThan(INPUTS / 2);
  }
}
