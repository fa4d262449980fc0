/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChainTimesTest {
  private static RunResult run(Contender contender, double writer, double reader) {
    return new RunResult(
        Scene.ALONE,
        contender,
        SampleRuns.graph(),
        List.of(
            new JobRun(SampleRuns.WRITER, writer, JobTime.UNKNOWN, Map.of(), Map.of(), true),
            new JobRun(SampleRuns.READER, reader, JobTime.UNKNOWN, Map.of(), Map.of(), true)),
        List.of(),
        new Validation(SampleRuns.CHECKSUM, List.of()),
        SampleRuns.CHECKSUM,
        Map.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static final ChainTimes TIMES =
      new ChainTimes(
          List.of(
              run(Contender.STOCK, 60, 40),
              run(Contender.LDM, 50, 10),
              run(Contender.STOCK, 70, 50),
              run(Contender.LDM, 40, 30),
              run(Contender.STOCK, 20, 20),
              run(Contender.LDM, 60, 20)));

  @Test
  void mediansAreOfRepeats() {
    assertThat(TIMES.contenders()).containsExactly(Contender.STOCK, Contender.LDM);
    assertThat(TIMES.chain(Contender.STOCK).median()).isEqualTo(100);
    assertThat(TIMES.chain(Contender.LDM).median()).isEqualTo(70);
    assertThat(TIMES.chain(Contender.LDM).least()).isEqualTo(60);
    assertThat(TIMES.job(Contender.LDM, "reader").median()).isEqualTo(20);
    assertThat(TIMES.saved(Contender.LDM, Contender.STOCK)).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void sentenceSaysAgainstWhat() {
    assertThat(TIMES.sentence())
        .contains(
            "The chain took 70 s under HDFS with LDM, 30 % less than the 100 s under stock HDFS.");
  }

  @Test
  void whoIsSlowerSaysSo() {
    ChainTimes times =
        new ChainTimes(List.of(run(Contender.STOCK, 60, 40), run(Contender.LDM, 60, 50)));
    assertThat(times.sentence().orElseThrow()).contains("10 % more than the 100 s");
  }

  @Test
  void oneAloneIsComparedWithNothing() {
    assertThat(new ChainTimes(List.of(run(Contender.LDM, 1, 1))).sentence()).isEmpty();
  }
}
