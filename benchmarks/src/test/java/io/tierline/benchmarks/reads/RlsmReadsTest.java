/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RlsmReadsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--engine tuned,lsm   | unknown engine 'lsm': choose from stock, tuned, stripe, rlsm",
        "--engine rlsm        | --engine names 1: give two to 6",
        "--state rest         | unknown state 'rest': choose from loaded, overwritten, loading",
        "--workload gets      | unknown workload 'gets': choose from get-uniform",
        "--cache 10,0         | --cache is 0: give a number from 1 to 1000",
        "--cache NaN          | --cache is NaN: give a number from 1 to 1000",
        "--page-cache -1      | --page-cache is -1: give a number from 0 to 1000",
        "--access-us -0.5     | --access-us is -0.5: give a number from 0 to 1000000",
        "--mb-s 0             | --mb-s is 0: give a number from 1 to 1000000",
        "--data-mb 0          | --data-mb is 0: give a number from 1 to 100000",
        "--flush-mb 0         | --flush-mb is 0: give a number from 1 to 1000",
        "--rate 0             | --rate is 0: give a number from 1 to 1000000",
        "--pairs 11           | --pairs is 11: give a number from 12 to 10000",
        "--window-ms 0        | --window-ms is 0: give a number from 1 to 60000",
        "--settle -1          | --settle is -1: give a number from 0 to 3600",
        "--data-mb many       | Invalid value for option '--data-mb'",
        "--fast               | unknown option --fast",
      })
  void mistakeIsOneLine(String given, String message) {
    int status =
        Tierline.run(
            RlsmReads::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            given.strip().split(" +"));
    assertThat(status).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline rlsm-reads: " + message)
        .endsWith("see ./tierline rlsm-reads --help" + System.lineSeparator())
        .hasLineCount(1);
    assertThat(out.size()).isZero();
  }

  @Test
  void moreThanTheDiskHoldsIsRefusedBeforeAnythingRuns() {
    int status =
        Tierline.run(
            RlsmReads::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "--data-mb=90000");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline rlsm-reads: this needs 817,168 MiB below")
        .endsWith("give a smaller --data-mb or another --dir" + System.lineSeparator())
        .hasLineCount(1);
  }
}
