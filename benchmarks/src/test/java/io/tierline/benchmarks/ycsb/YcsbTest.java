/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.Tierline;
import io.tierline.cli.measure.Repeats;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YcsbTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--engine lsm             | unknown engine 'lsm': choose from stock, tuned, stripe, rlsm",
        "--recipe r6,r7           | unknown recipe 'r7': choose from r6, r5, over50, over90",
        "--scale 0                | --scale is 0.0: give a number above 0, at most 100",
        "--scale NaN              | --scale is NaN",
        "--scale large            | Invalid value for option '--scale'",
        "--repeats 0              | --repeats is 0: give a number from 1 to 1000",
        "--settle -1              | --settle is -1.0: give seconds from 0 to 3600",
        "--seconds 0              | --seconds is 0.0: give seconds above 0, at most 3600",
        "--engine-conf fast       | --engine-conf is 'fast' but takes KEY=VALUE",
        "--engine-conf =fast      | --engine-conf is '=fast' but takes KEY=VALUE",
        "--fast                   | unknown option --fast   ",
      })
  void mistakeIsOneLine(String given, String message) {
    int status = Tierline.run(Ycsb::new, print(out), print(err), given.strip().split(" +"));
    assertThat(status).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline ycsb: " + message)
        .endsWith("see ./tierline ycsb --help" + System.lineSeparator())
        .hasLineCount(1);
    assertThat(out.size()).isZero();
  }

  @Test
  void moreThanTheDiskHoldsIsRefusedBeforeAnythingRuns() {
    int status =
        Tierline.run(Ycsb::new, print(out), print(err), "--scale", "100", "--repeats", "1");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline ycsb: this needs 621,")
        .hasLineCount(1);
  }

  @Test
  void anotherEngineIsFirstInEachRepeat() {
    List<Engine> all = List.of(Engine.STOCK, Engine.STRIPE, Engine.RLSM);
    assertThat(Repeats.order(all, 1)).containsExactly(Engine.STOCK, Engine.STRIPE, Engine.RLSM);
    assertThat(Repeats.order(all, 2)).containsExactly(Engine.STRIPE, Engine.RLSM, Engine.STOCK);
    assertThat(Repeats.order(all, 3)).containsExactly(Engine.RLSM, Engine.STOCK, Engine.STRIPE);
    assertThat(Repeats.order(all, 4)).isEqualTo(Repeats.order(all, 1));
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
