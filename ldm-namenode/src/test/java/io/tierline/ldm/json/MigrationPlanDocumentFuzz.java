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

import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ParserFuzz;
import io.tierline.ldm.testing.TextMutator;
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
    String plan = MigrationPlanDocument.write(MigrationPlanDocumentTest.PLAN);
    new ParserFuzz(MUTATOR, plan, SEED, INPUTS)
        .run(
            2,
            (input, number) -> {
              MigrationPlan read = MigrationPlanDocument.read(input);
              assertThat(MigrationPlanDocument.read(MigrationPlanDocument.write(read)))
                  .isEqualTo(read);
            });
  }
}
