/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Network;

/**
 * How migration decides.
 *
 * @param tauSeconds time after which a use counts half in the quotient, above 0
 * @param horizonSeconds a use that is at most this far away is near, at least 0
 * @param typicalJobSeconds how long a job without a known start is taken to run, above 0
 * @param minGain seconds of reading that a second of copying must save at the least, at least 0
 * @param order which of several promotions comes first
 * @param maxMoves most entries of a plan, at least 1
 * @param tiers which media are managed and how they admit
 * @param network what the network lets a stream have
 */
public record MigrationSettings(
    double tauSeconds,
    double horizonSeconds,
    double typicalJobSeconds,
    double minGain,
    Order order,
    int maxMoves,
    TierSettings tiers,
    Network network) {

  /** Which promotion comes first when not all fit. */
  public enum Order {
    /** Most saved seconds per byte: the greedy solution of the knapsack. */
    DENSITY,
    /** Greatest migration quotient, as the source has it. */
    QUOTIENT
  }

  /** Checks the ranges. */
  public MigrationSettings {
    if (!(tauSeconds > 0) || !(typicalJobSeconds > 0)) {
      throw new IllegalArgumentException(
          "tau and a job take time: " + tauSeconds + ", " + typicalJobSeconds);
    }
    if (!(horizonSeconds >= 0) || !(minGain >= 0) || maxMoves < 1) {
      throw new IllegalArgumentException(
          "horizon and gain are at least 0, a plan has room for a move: %s, %s, %d"
              .formatted(horizonSeconds, minGain, maxMoves));
    }
  }
}
