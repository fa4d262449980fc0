/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.LineageQuotient;

/**
 * What a replica's claim to a fast tier is measured by, on the scale of admission thresholds: from
 * 0 (nobody reads it) to below 1.
 */
public enum ValueModel {
  /** The {@linkplain LineageQuotient lineage quotient}, as the source has it. */
  LQ {
    @Override
    public double of(int reusability, int slack, int stay, double share) {
      return LineageQuotient.of(reusability, slack);
    }
  },

  /**
   * Saved seconds of reading per byte and time that the replica holds them for: the greedy solution
   * of the knapsack (G. B. Dantzig, "Discrete-variable extremum problems", 1957) whose room is
   * bytes of the tier times how long they are taken. Blocks of one tier save the same seconds per
   * byte with each reading, so the density is {@code d = R * share / (1 + stay)}, in readings per
   * level of jobs; {@code d / (d + 1)} brings it to the scale. For the first replica of a block
   * whose only readers come next it is the lineage quotient.
   */
  DENSITY {
    @Override
    public double of(int reusability, int slack, int stay, double share) {
      double density = reusability * share / (1.0 + stay);
      return density / (density + 1);
    }
  };

  /**
   * The claim.
   *
   * @param reusability tasks still to read the replica, at least 0
   * @param slack levels of jobs between the writer's end and the first reader, at least 0
   * @param stay levels of jobs between the writer's end and the last reader, at least the slack
   * @param share what a reading saves by this replica beside those that are on fast media already,
   *     as a share of what it saves by the first; from 0 to 1
   */
  public abstract double of(int reusability, int slack, int stay, double share);
}
