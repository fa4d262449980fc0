/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MovesInFlightTest {
  private final MovesInFlight moves = new MovesInFlight();

  @Test
  void wayIsKnownUntilItsLastMoveHasEnded() {
    moves.begin("a", "b", 1);
    moves.begin("a", "b", 2);
    assertThat(moves.hasAny("a", "b")).isTrue();
    assertThat(moves.hasAny("b", "a")).isFalse();
    moves.end("a", "b", 1);
    assertThat(moves.hasAny("a", "b")).isTrue();
    moves.end("a", "b", 2);
    assertThat(moves.hasAny("a", "b")).isFalse();
    moves.end("a", "b", 2);
    assertThat(moves.hasAny("a", "b")).isFalse();
  }

  @Test
  void otherBlocksOfTheWayAreNotOurs() {
    moves.begin("a", "b", 1);
    assertThat(moves.has("a", "b", 1)).isTrue();
    assertThat(moves.has("a", "b", 2)).isFalse();
    assertThat(moves.has("b", "a", 1)).isFalse();
  }
}
