/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

/**
 * How a try to move a replica ended.
 *
 * @param outcome in which way
 * @param why in a line, for people; "" when there is nothing to say
 */
public record MoveResult(Outcome outcome, String why) {
  /** The ways. */
  public enum Outcome {
    /** The replica is where it was to go, and the old one is gone. */
    DONE,
    /** There is nothing to do any more. */
    SKIPPED,
    /** It did not work and may work later. */
    FAILED
  }

  /** The move has been done. */
  public static final MoveResult DONE = new MoveResult(Outcome.DONE, "");

  /** There is nothing to do any more. */
  public static MoveResult skipped(String why) {
    return new MoveResult(Outcome.SKIPPED, why);
  }

  /** It did not work and may work later. */
  public static MoveResult failed(String why) {
    return new MoveResult(Outcome.FAILED, why);
  }
}
