/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * As {@link PlannerProperties}, with a hundred times as many stores: what two compactions at a time
 * get wrong shows in one store of tens of thousands.
 */
@EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
class ManyStoresTest {
  private static final int STORES = 10_000;

  @Test
  void noneLosesACellOrBringsOneBack() {
    assertAll(PlannerProperties::live);
  }

  @Test
  void noneDoesWhereThingsFail() {
    assertAll(PlannerProperties::liveWithFaults);
  }

  private static void assertAll(BiConsumer<PlannerSettings, Random> life) {
    long first = System.nanoTime();
    for (long seed = first; seed < first + STORES; seed++) {
      Random random = new Random(seed);
      PlannerSettings settings = settings(random);
      assertThatCode(() -> life.accept(settings, random))
          .as("seed %d, %s", seed, settings)
          .doesNotThrowAnyException();
    }
  }

  /** The ends of each setting's range are as likely as all between. */
  private static PlannerSettings settings(Random random) {
    int runFilesMin = between(random, 2, 4);
    return new PlannerSettings(
        between(random, 1, 40),
        between(random, 1, 8),
        between(random, 1, 12),
        between(random, 2, 12),
        runFilesMin,
        runFilesMin + between(random, 0, 6),
        between(random, 1, 4),
        between(random, 1, 10) / 10.0,
        between(random, 1, 10) / 10.0,
        between(random, 0, 2),
        between(random, 1, 3),
        random.nextBoolean());
  }

  private static int between(Random random, int least, int most) {
    return switch (random.nextInt(4)) {
      case 0 -> least;
      case 1 -> most;
      default -> least + random.nextInt(most - least + 1);
    };
  }
}
