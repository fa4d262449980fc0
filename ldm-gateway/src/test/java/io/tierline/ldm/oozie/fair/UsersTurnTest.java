/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.oozie.run.FollowedCoordinator;
import org.junit.jupiter.api.Test;

class UsersTurnTest {
  private final UsersTurn turn = new UsersTurn();

  private static FollowedCoordinator coordinator(int actions, int uses, int bytes) {
    FollowedCoordinator followed = mock(FollowedCoordinator.class);
    when(followed.coming()).thenReturn(actions);
    when(followed.uses()).thenReturn(uses);
    when(followed.bytes()).thenReturn(bytes);
    return followed;
  }

  /** One that could not be looked at keeps what it has had, also where his part is smaller now. */
  @Test
  void whoHasMoreThanHisPartGetsNoMore() {
    turn.begin(4, 10, 100);
    turn.took(coordinator(9, 20, 10));
    assertThat(turn.actionsLeft()).isZero();
    assertThat(turn.usesLeft()).isZero();
    assertThat(turn.bytesLeft()).isEqualTo(90);
    assertThat(turn.takenActions()).isEqualTo(9);
  }

  @Test
  void turnEndsWithItsTime() {
    turn.spent(UsersTurn.TIME_MAX.toMillis() - 1);
    assertThat(turn.hasTime()).isTrue();
    turn.spent(1);
    assertThat(turn.hasTime()).isFalse();
  }
}
