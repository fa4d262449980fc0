/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Figures that are damaged are read, or refused with a reason. */
class DemoLogFuzz {
  private static final String GOOD =
      new LogText()
          .chain(
              "alone", "stock", Map.of("teragen", 6.0, "terasort", 24.0, "teravalidate", 14.0), 7)
          .dataset("beside", "ldm", "gen", 10, 10)
          .toString();

  private static final String[] WORDS = {
    "null", "-1", "1e999", "{}", "[]", "\"x\"", "true", "9223372036854775808", "NaN", "0.5", "[["
  };

  /** Whatever else it throws fails the test. */
  private static void read(byte[] json) {
    try {
      DemoLog.parsed(json);
    } catch (IllegalArgumentException e) {
      if (e.getMessage() == null || e.getMessage().isEmpty()) {
        throw new AssertionError("refused without a reason", e);
      }
    }
  }

  @Property(tries = 2000)
  void anyBytesAreReadOrRefused(@ForAll byte[] data) {
    read(data);
  }

  @Property(tries = 2000)
  void damagedFiguresAreReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] data = GOOD.getBytes(UTF_8);
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      data[random.nextInt(data.length)] = (byte) random.nextInt();
    }
    read(data);
  }

  @Property(tries = 2000)
  void valuesOfAnotherKindAreReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    String[] parts = GOOD.split("(?<=: )|(?=[,}])");
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      parts[random.nextInt(parts.length)] = WORDS[random.nextInt(WORDS.length)];
    }
    read(String.join("", parts).getBytes(UTF_8));
  }
}
