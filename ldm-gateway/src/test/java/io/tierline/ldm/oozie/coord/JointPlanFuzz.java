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

import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ThreadTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Mutated coordinators, bundles, datasets and properties, planned together: every file is read or
 * refused with one line, nothing fails, within ten seconds. A failure names the seed; {@code
 * -Dtierline.fuzz.seed=N} repeats the run.
 */
class JointPlanFuzz {
  private static final int INPUTS = Extended.inputs(2_000);
  private static final long SLOWEST_NANOS = Duration.ofSeconds(10).toNanos();
  private static final String[] SEEDS = {
    "coordinator.xml", "bundle.xml", "datasets.xml", "workflow.xml", "bundle.properties"
  };
  private static final String[] TOKENS = {
    "${",
    "}",
    "${coord:current(",
    "${coord:current(2147483647)}",
    "${coord:latest(-9)}",
    "${coord:future(0, 99)}",
    "${coord:offset(-2147483648, 'MONTH')}",
    "${coord:absolute('",
    "${coord:hoursInDay(9)}",
    "${coord:daysInMonth(-2147483648)}",
    "${coord:tzOffset() * 99999999999}",
    "${1 / 0}",
    "${1 % 0}",
    "${YEAR}",
    "${MONTH + x}",
    "${\"$\"}{DAY - 1}",
    "${coord:dataIn('in')}",
    "${coord:formatTime(coord:nominalTime(), '''')}",
    "${coord:dateOffset('9999-12-31T00:00Z', 2147483647, 'YEAR')}",
    "@coord:current:99999999999:;",
    "0001-01-01T00:00Z",
    "9999-12-31T23:59Z",
    "Asia/Kolkata",
    "frequency=\"1\"",
    "frequency=\"2147483647\"",
    "frequency=\"${coord:months(2147483647)}\"",
    "frequency=\"0/1 * * * *\"",
    "frequency=\"0 0 31 2 ?\"",
    "<done-flag/>",
    "<include>",
    "<instance>",
    "enabled=\"false\"",
    "<or name=\"in\">",
    "hdfs://",
    "..",
    "/",
    "#",
    ",",
    ";",
    "\uE000",
    "\uFEFF",
    "<![CDATA[",
    "<!DOCTYPE x [",
    "-"
  };

  private final long seed = Long.getLong("tierline.fuzz.seed", 20_261_121L);
  private final Random random = new Random(seed);

  @Test
  void everyMutantIsPlannedOrRefusedWithOneLine() throws IOException {
    Map<String, byte[]> seeds = new LinkedHashMap<>();
    for (String name : SEEDS) {
      try (InputStream in = JointPlanFuzz.class.getResourceAsStream(name)) {
        seeds.put(name, in.readAllBytes());
      }
    }
    int planned = 0;
    for (int i = 0; i < INPUTS; i++) {
      planned += plan(seeds, i) ? 1 : 0;
    }
    System.out.printf("seed %d: %d of %d mutants led to actions%n", seed, planned, INPUTS);
    assertThat(planned).as("mutants that still plan actions").isBetween(INPUTS / 10, INPUTS);
  }

  private boolean plan(Map<String, byte[]> seeds, int number) {
    String changed = SEEDS[random.nextInt(SEEDS.length)];
    List<PlanFile> files = new ArrayList<>();
    StringBuilder mutant = new StringBuilder();
    for (String name : SEEDS) {
      byte[] content = seeds.get(name);
      for (int m = name.equals(changed) ? 1 + random.nextInt(3) : 0; m > 0; m--) {
        content = mutate(content);
        mutant.setLength(0);
        mutant.append(new String(content, StandardCharsets.UTF_8));
      }
      files.add(new PlanFile("app/" + name, content, AppFiles.none()));
    }
    long start = ThreadTime.nanos();
    try {
      JointPlan plan = JointPlan.of(files, Map.of(), new PlanWindow(null, null));
      for (FileReport report : plan.files()) {
        if (report.refused() != null) {
          assertThat(report.refused()).isNotBlank().doesNotContain("\n").hasSizeLessThan(2_000);
        }
      }
      return plan.workflows().size() > 1;
    } catch (RuntimeException | StackOverflowError crash) {
      throw new AssertionError(
          "seed %d, input %d, %s: %s".formatted(seed, number, changed, mutant), crash);
    } finally {
      assertThat(ThreadTime.nanos() - start)
          .as("seed %d, input %d, %s: %s", seed, number, changed, mutant)
          .isLessThan(SLOWEST_NANOS);
    }
  }

  private byte[] mutate(byte[] input) {
    if (input.length < 2) {
      return input;
    }
    int at = random.nextInt(input.length);
    int length = Math.min(random.nextInt(40), input.length - at);
    byte[] token = TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
    return switch (random.nextInt(8)) {
      case 0 -> joined(Arrays.copyOf(input, at), new byte[0]);
      case 1 -> joined(input, at, at + length, new byte[0]);
      case 2 -> joined(input, at, at, Arrays.copyOfRange(input, at, at + length));
      case 3 -> flipped(input, at);
      default -> inValue(input, at, token);
    };
  }

  private static byte[] flipped(byte[] input, int at) {
    byte[] copy = input.clone();
    copy[at] ^= (byte) (1 << at % 7);
    return copy;
  }

  /** Puts a token behind the next quote, bracket or slash, where it spoils little markup. */
  private byte[] inValue(byte[] input, int from, byte[] token) {
    int at = from;
    while (at < input.length - 1 && "\">/(=".indexOf(input[at]) < 0) {
      at++;
    }
    int to = random.nextBoolean() ? at + 1 : Math.min(input.length, at + 1 + random.nextInt(12));
    return joined(input, at + 1, Math.max(at + 1, to), token);
  }

  private static byte[] joined(byte[] input, int from, int to, byte[] middle) {
    return joined(
        joined(Arrays.copyOf(input, from), middle), Arrays.copyOfRange(input, to, input.length));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
