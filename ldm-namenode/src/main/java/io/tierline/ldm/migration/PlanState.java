/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.EnumSet;
import java.util.Set;

/** The life of a plan. */
public enum PlanState {
  /** Made; nothing has been moved. */
  PLANNED,
  /** Its moves are being started. */
  APPLYING,
  /** No move is started; those under way come to their end. */
  PAUSED,
  /** Every move has come to its end. */
  DONE,
  /** Given up; moves that were done stay. */
  ABANDONED,
  /** The moves that were done are being moved back. */
  UNDOING,
  /** What could be moved back has been. */
  UNDONE;

  private static final Set<PlanState> STARTED = EnumSet.of(APPLYING, PAUSED, DONE, ABANDONED);

  /** True when a plan may go from this state to that one. */
  public boolean mayBecome(PlanState next) {
    return switch (next) {
      case PLANNED -> false;
      case APPLYING -> this == PLANNED || this == PAUSED;
      case PAUSED, DONE -> this == APPLYING;
      case ABANDONED -> this == PLANNED || this == APPLYING || this == PAUSED || this == UNDOING;
      case UNDOING -> STARTED.contains(this);
      case UNDONE -> this == UNDOING;
    };
  }

  /** True when it has work to be started. */
  public boolean isRunning() {
    return this == APPLYING || this == UNDOING;
  }

  /** True when it has no work left; undoing it would be new work. */
  public boolean isEnd() {
    return this == DONE || this == ABANDONED || this == UNDONE;
  }

  /** True when it may still have work. */
  public boolean isOpen() {
    return isRunning() || this == PAUSED;
  }
}
