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

import io.tierline.ldm.lineage.DatasetPath;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputHistoryTest {
  private static final DatasetPath OUT = DatasetPath.of("/out/2026-11-27");
  private static final OutputOrigin SORT =
      OutputOrigin.of("ann", "daily 2026-11-27", "sort application_1_0001", OUT);

  private final OutputHistory history = new OutputHistory();

  private static OutputOrigin origin(String user, int number) {
    return OutputOrigin.of(user, "w", "job" + number, OUT);
  }

  @Test
  void nextRunIsKnownWhateverDatesAndIdsAreInIts() {
    DatasetPath next = DatasetPath.of("/out/2026-11-28");
    OutputOrigin again =
        OutputOrigin.of("ann", "daily 2026-11-28", "sort application_2_0007", next);
    assertThat(history.expected(again, next, 100)).as("as much as it reads").isEqualTo(100);
    history.learn(SORT, OUT, 200, 50);
    assertThat(history.expected(again, next, 100)).isEqualTo(25);
    assertThat(history.expected(OutputOrigin.of("eve", "daily", "sort", next), next, 100))
        .as("another user's")
        .isEqualTo(100);
  }

  @Test
  void configurationOfAGeneratorTellsUntilItHasEnded() {
    assertThat(history.expected(SORT, OUT, 0)).isZero();
    history.told("ann", OUT, 700);
    assertThat(history.expected(SORT, OUT, 0)).isEqualTo(700);
    assertThat(history.expected(SORT, OUT, 40)).as("it reads something").isEqualTo(40);
    assertThat(history.expected(SORT, DatasetPath.of("/other"), 0)).isZero();
    history.learn(SORT, OUT, 0, 690);
    assertThat(history.expected(SORT, OUT, 0)).isEqualTo(690);
  }

  @Test
  void nothingIsLearnedOfWhatHasWrittenNothing() {
    history.learn(SORT, OUT, 100, 0);
    history.learn(SORT, OUT, -1, 10);
    history.learn(OutputOrigin.of("ann", "w".repeat(5_000), "sort", OUT), OUT, 100, 10);
    assertThat(history.size()).isZero();
    assertThat(history.takeUnsaved(10)).isEmpty();
  }

  @Test
  void memoryIsBoundedAndOneUserLeavesOthersTheirs() {
    history.learn(SORT, OUT, 100, 10);
    for (int i = 0; i < 2 * OutputHistory.MOST; i++) {
      history.learn(origin("eve", i), OUT, 100, 10);
      history.told("eve", DatasetPath.of("/told/" + i), 10);
    }
    assertThat(history.size()).isEqualTo(1 + OutputHistory.MOST_OF_USER);
    assertThat(history.knows(SORT)).isTrue();
    assertThat(history.expected(origin("eve", 0), DatasetPath.of("/told/0"), 0)).isZero();
    for (int i = 0; i < OutputHistory.MOST; i++) {
      history.learn(origin("user" + i, i), OUT, 100, 10);
    }
    assertThat(history.size()).isEqualTo(OutputHistory.MOST);
    assertThat(history.knows(SORT)).as("the oldest of all").isFalse();
  }

  @Test
  void whatIsAskedForIsNotForgottenFirst() {
    for (int i = 0; i <= OutputHistory.MOST_OF_USER; i++) {
      history.learn(origin("eve", i), OUT, 100, 10);
      history.expected(origin("eve", 0), OUT, 100);
    }
    assertThat(history.knows(origin("eve", 0))).isTrue();
    assertThat(history.knows(origin("eve", 1))).isFalse();
  }

  @Test
  void whatWasKeptComesBehindWhatIsLearned() {
    history.learn(SORT, OUT, 100, 10);
    history.takeOver(new OutputRuns(SORT, new long[] {100}, new long[] {90}));
    assertThat(history.expected(SORT, OUT, 100)).isEqualTo(10);
    history.takeOver(new OutputRuns(origin("eve", 1), new long[] {100}, new long[] {90}));
    assertThat(history.expected(origin("eve", 1), OUT, 100)).isEqualTo(90);
  }

  @Test
  void whatCouldNotBeKeptIsTakenAgain() {
    history.learn(SORT, OUT, 100, 10);
    history.learn(origin("eve", 1), OUT, 100, 10);
    List<OutputRuns> taken = history.takeUnsaved(1);
    assertThat(taken).hasSize(1);
    history.notSaved(taken);
    assertThat(history.takeUnsaved(10)).hasSize(2);
    assertThat(history.takeUnsaved(10)).isEmpty();
  }
}
