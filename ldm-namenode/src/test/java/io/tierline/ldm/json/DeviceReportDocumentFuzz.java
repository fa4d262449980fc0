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

import io.tierline.ldm.device.DeviceReport;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ParserFuzz;
import io.tierline.ldm.testing.TextMutator;
import org.junit.jupiter.api.Test;

/**
 * Device reports with characters, tokens and stretches changed at random. Each is a report of
 * devices that may exist or is refused in one line; nothing else is ever thrown.
 */
class DeviceReportDocumentFuzz {
  private static final long BLOCK = 128L << 20;
  private static final int INPUTS = Extended.inputs(50_000);
  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20_261_121);

  private static final TextMutator MUTATOR =
      new TextMutator(
          3,
          "\"version\":",
          "\"devices\":",
          "\"channels\":",
          "\"utilisation\":",
          "\"blockBytes\":",
          "1e-300",
          "\"readSecondsPerBlock\":");

  @Test
  void everyInputIsReadOrRefusedInOneLine() {
    new ParserFuzz(MUTATOR, DeviceReportDocumentTest.DOCUMENT, SEED, INPUTS)
        .run(
            2,
            (input, number) -> {
              for (DeviceReport report : DeviceReportDocument.read(input)) {
                assertThat(report.speeds().rating(Distance.REMOTE, Network.TYPICAL, BLOCK))
                    .isBetween(1e-4, DeviceReportDocument.MAX_MIBPS);
              }
            });
  }
}
