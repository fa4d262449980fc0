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

import io.tierline.ldm.device.DeviceReport;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Network;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Device reports with characters, tokens and stretches changed at random. Each is a report of
 * devices that may exist or is refused in one line; nothing else is ever thrown.
 */
class DeviceReportDocumentFuzz {
  private static final long BLOCK = 128L << 20;
  private static final int INPUTS = 50_000;
  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20_261_121);

  private static final String[] TOKENS = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-1",
    "0",
    "1e400",
    "1.5",
    "NaN",
    "\\u0000",
    "\\ud800",
    "/",
    "99999999999999999999",
    "\"a\"",
    "[]",
    "{}",
    "\n",
    "\u2028",
    "\"version\":",
    "\"devices\":",
    "\"channels\":",
    "\"utilisation\":",
    "\"blockBytes\":",
    "1e-300",
    "\"readSecondsPerBlock\":"
  };

  @Test
  void everyInputIsReadOrRefusedInOneLine() {
    Random random = new Random(SEED);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < INPUTS; i++) {
      String input = mutated(random);
      try {
        for (DeviceReport report : DeviceReportDocument.read(input)) {
          assertThat(report.speeds().rating(Distance.REMOTE, Network.TYPICAL, BLOCK))
              .isBetween(1e-4, DeviceReportDocument.MAX_MIBPS);
        }
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

  private static String mutated(Random random) {
    StringBuilder text = new StringBuilder(DeviceReportDocumentTest.DOCUMENT);
    for (int change = 1 + random.nextInt(3); change > 0; change--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(8));
      switch (random.nextInt(5)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(0x100));
        case 1 -> text.insert(at, TOKENS[random.nextInt(TOKENS.length)]);
        case 2 -> text.delete(at, end);
        case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
        default -> text.replace(at, end, TOKENS[random.nextInt(TOKENS.length)]);
      }
    }
    return text.toString();
  }
}
