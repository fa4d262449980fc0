/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadAheadTest {
  private static final long END = 128L << 20;

  @Test
  void littleIsAnnouncedFirstAndTheRestOnceThatWasRead() {
    ReadAhead ahead = new ReadAhead(END);
    assertThat(ahead.due(100)).isEqualTo(ReadAhead.FIRST);
    assertThat(ahead.due(100 + ReadAhead.FIRST - 1)).isZero();
    long second = 100 + ReadAhead.FIRST;
    assertThat(ahead.isOpen(second)).isFalse();
    assertThat(ahead.due(second)).isEqualTo(END - second);
    assertThat(ahead.isOpen(second)).isTrue();
    assertThat(ahead.due(END - 1)).isZero();
    assertThat(ahead.due(END)).isZero();
    assertThat(ahead.isOpen(END)).isFalse();
  }

  @Test
  void nothingPastTheBlockIsAnnounced() {
    assertThat(new ReadAhead(1000).due(900)).isEqualTo(100);
    assertThat(new ReadAhead(1000).due(1000)).isZero();
  }

  @Test
  void whoWentElsewhereBeginsAnew() {
    ReadAhead ahead = new ReadAhead(END);
    ahead.due(0);
    ahead.restart();
    assertThat(ahead.isOpen(0)).isFalse();
    assertThat(ahead.due(7)).isEqualTo(ReadAhead.FIRST);
  }
}
