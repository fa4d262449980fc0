/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

/**
 * A replica's claim to a fast tier, on the scale of admission thresholds: from 0 (it helps nobody)
 * to below 1.
 *
 * <p>Saved seconds of reading per byte and time that the replica holds them for: the greedy
 * solution of the knapsack (G. B. Dantzig, "Discrete-variable extremum problems", 1957) whose room
 * is bytes of the tier times how long they are taken. Blocks of one tier save the same seconds per
 * byte with each reading, so the density is {@code d = readers / (1 + stay)}, in readings per level
 * of jobs; {@code d / (d + 1)} brings it to the scale.
 *
 * <p>The first fast replica of a block helps all its readers. A further one helps those that have
 * it in their node where the network is slow, and those that come when others read the block too:
 * the readers are taken to be spread over the levels from the first to the last of them. For
 * readers that all come next the claims are the source's lineage quotients, R / (R + 1) and R one
 * less for each further replica.
 */
final class ReplicaClaim {
  /**
   * How much counts who may come with others, but is not likely to: enough for a tier that has
   * room, and for no other.
   */
  private static final double UNLIKELY = 0.02;

  private ReplicaClaim() {}

  /**
   * The claim of a block's next replica.
   *
   * @param reusability tasks still to read the block, at least 0
   * @param slack levels of jobs between the writer's end and the first reader, at least 0
   * @param stay levels of jobs between the writer's end and the last reader, at least the slack
   * @param before its replicas that are planned already
   * @param fast those of them on fast media
   * @param share what a reading saves by a fast replica in its node when another node has one, as a
   *     share of what it saves when none has; from 0 to 1
   */
  static double of(int reusability, int slack, int stay, int before, int fast, double share) {
    int left = Math.max(reusability - before, 0);
    double readers = fast == 0 ? left : helped(reusability, stay - slack, left, fast, share);
    double density = readers / (1.0 + stay);
    return density / (density + 1);
  }

  private static double helped(int reusability, int spread, int left, int fast, double share) {
    double together = reusability / (1.0 + spread) - fast;
    int mayComeTogether = (spread == 0 ? reusability : reusability - 1) - fast;
    double crowd = Math.max(together, UNLIKELY * mayComeTogether);
    return Math.max(left * share, Math.min(left, Math.max(0, crowd)));
  }
}
