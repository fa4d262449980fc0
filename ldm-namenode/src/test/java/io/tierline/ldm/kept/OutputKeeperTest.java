/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.foresight.OutputHistory;
import io.tierline.ldm.foresight.OutputOrigin;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.state.MemoryStore;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was learned of jobs outlives the NameNode that has learned it. */
class OutputKeeperTest {
  private static final DatasetPath OUT = DatasetPath.of("/out");

  private final MemoryStore store = new MemoryStore();
  private final OutputHistory history = new OutputHistory();
  private final OutputKeeper keeper = new OutputKeeper(history, store);

  private static OutputOrigin origin(int number) {
    return OutputOrigin.of("ann", "w", "job" + number, OUT);
  }

  private OutputHistory successor() throws IOException {
    OutputHistory next = new OutputHistory();
    OutputKeeper successor = new OutputKeeper(next, store);
    successor.read();
    successor.load();
    return next;
  }

  @Test
  void anotherNameNodeKnowsWhatWasLearned() throws IOException {
    history.learn(origin(1), OUT, 300, 100);
    keeper.save();
    assertThat(successor().expected(origin(1), OUT, 600)).isEqualTo(200);
    keeper.save();
    assertThat(store.records).hasSize(1);
  }

  @Test
  void damagedRecordsArePassedOver() throws IOException {
    history.learn(origin(1), OUT, 300, 100);
    keeper.save();
    store.records.put("bad", Map.of("outputs", new byte[] {1, 2}));
    assertThat(successor().size()).isEqualTo(1);
  }

  @Test
  void whatIsForgottenIsNotKept() throws IOException {
    for (int i = 0; i < 600; i++) {
      history.learn(origin(i), OUT, 300, 100);
      keeper.save();
    }
    for (int i = 0; i < 10; i++) {
      keeper.save();
    }
    assertThat(store.records).hasSize(history.size());
    assertThat(history.size()).isLessThan(600);
  }

  @Test
  void whatCouldNotBeKeptIsTriedAgain() throws IOException {
    history.learn(origin(1), OUT, 300, 100);
    store.failure = new IOException("no room");
    assertThatThrownBy(keeper::save).hasMessage("no room");
    store.failure = null;
    keeper.save();
    assertThat(store.records).hasSize(1);
  }
}
