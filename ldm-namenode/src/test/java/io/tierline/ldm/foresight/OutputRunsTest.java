/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.foresight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class OutputRunsTest {
  private static final OutputOrigin ORIGIN =
      OutputOrigin.of("ann", "daily", "sort", DatasetPath.of("/out"));
  private static final OutputRuns NONE = new OutputRuns(ORIGIN, new long[0], new long[0]);

  private static OutputRuns runs(long... inputsAndOutputs) {
    OutputRuns runs = NONE;
    for (int i = 0; i < inputsAndOutputs.length; i += 2) {
      runs = runs.and(inputsAndOutputs[i], inputsAndOutputs[i + 1]);
    }
    return runs;
  }

  @Example
  void outputIsInProportionToItsInput() {
    assertThat(runs(900, 300).expected(1_200)).isCloseTo(400, within(1e-6));
  }

  @Example
  void whereItAlwaysWritesAsMuchItsInputDoesNotMatter() {
    assertThat(runs(100, 50, 1_000, 51, 10_000, 50).expected(500)).isEqualTo(50);
    assertThat(runs(100, 50, 1_000, 500, 10_000, 5_000).expected(600)).isEqualTo(300);
  }

  @Example
  void whoReadsNothingWritesAsMuchAsBefore() {
    assertThat(runs(0, 70).expected(0)).isEqualTo(70);
    assertThat(runs(0, 70, 0, 80).expected(0)).as("the upper one of two").isEqualTo(80);
    assertThat(runs(0, 70, 0, 80, 0, 900).expected(5)).isEqualTo(80);
  }

  @Example
  void whoseInputIsNotThereYetIsNotKnown() {
    assertThat(runs(900, 300).expected(0)).isZero();
    assertThat(NONE.expected(0)).isZero();
  }

  @Example
  void oldRunsAreForgotten() {
    OutputRuns runs = NONE;
    for (int i = 0; i < 10; i++) {
      runs = runs.and(100, i < 5 ? 1_000 : 10);
    }
    assertThat(runs.inputs()).hasSize(OutputRuns.MOST);
    assertThat(runs.expected(100)).isCloseTo(10, within(1e-9));
  }

  @Example
  void sizesGoInPairs() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OutputRuns(ORIGIN, new long[1], new long[2]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OutputRuns(ORIGIN, new long[6], new long[6]));
  }

  /** However runs differ, what is expected lies between what they would tell one by one. */
  @Property
  void expectationLiesBetweenWhatRunsTell(
      @ForAll @Size(min = 1, max = 8) List<@LongRange(min = 0, max = 1L << 40) Long> inputs,
      @ForAll @LongRange(min = 1, max = 1L << 40) long output,
      @ForAll @LongRange(min = 1, max = 1L << 40) long input) {
    OutputRuns runs = NONE;
    List<Double> tell = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      long written = 1 + output / (i + 1);
      runs = runs.and(inputs.get(i), written);
      tell.add((double) written);
      if (inputs.get(i) > 0) {
        tell.add((double) written / inputs.get(i) * input);
      }
    }
    double least = tell.stream().mapToDouble(each -> each).min().orElseThrow();
    double most = tell.stream().mapToDouble(each -> each).max().orElseThrow();
    assertThat(runs.expected(input)).isBetween(least * (1 - 1e-9), most * (1 + 1e-9));
  }
}
