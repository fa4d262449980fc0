/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.Set;

/**
 * Tells when a store has come to rest: nothing queued or under way, and no store file came or went
 * for a while. Compaction pressure is not asked: stock's can stay above none for ever, with files
 * that its policy does not select. Knows no clock: the caller says what time it is.
 */
public final class Quiescence {
  private final double settleSeconds;
  private Set<String> files = Set.of();
  private double lastChange;

  /**
   * Waits for that long a rest.
   *
   * @param now seconds since any start
   */
  public Quiescence(double settleSeconds, double now) {
    this.settleSeconds = settleSeconds;
    lastChange = now;
  }

  /** Looks; returns whether the store is at rest. */
  public boolean isQuiet(StoreState state, double now) {
    if (state.busy() || !state.files().equals(files)) {
      files = state.files();
      lastChange = now;
    }
    return now - lastChange >= settleSeconds;
  }

  /** When something was last seen to happen. */
  public double lastChange() {
    return lastChange;
  }
}
