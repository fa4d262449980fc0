/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much spare room a dataset may take by one table. An outlook holds for as many blocks as it
 * foresees: once more have been placed, it was wrong, and nothing is spare until the next look.
 * Within a table all datasets together take no more than was spare when it was made, since jobs
 * that are not linked do not know of each other.
 */
final class Allowance {
  private final Latitude foreseen;
  private final Latitude beyond;
  private final AtomicLong placed;
  private final long mostBlocks;
  private final long spareReplicas;
  private final long firstReplicas;

  /**
   * By an outlook.
   *
   * @param leftBytes on fast tiers above their reserves
   * @param roomBytes of that, what may be spare
   * @param most fast replicas beside the first
   * @param placed blocks of the dataset since the look
   * @param blockBytes length of a block, above 0
   */
  Allowance(
      Outlook outlook,
      long leftBytes,
      long roomBytes,
      int most,
      AtomicLong placed,
      long blockBytes) {
    this.beyond = new Latitude(outlook.isUnrivalled(), 0);
    int further = outlook.furtherReplicas(roomBytes, most);
    this.foreseen = further == 0 ? beyond : new Latitude(outlook.isUnrivalled(), further);
    this.placed = placed;
    this.mostBlocks = -Math.floorDiv(-outlook.ownBytes(), blockBytes);
    this.spareReplicas = (long) ((roomBytes - outlook.bytes()) / blockBytes);
    this.firstReplicas =
        outlook.heldBytes() == 0
            ? Long.MAX_VALUE
            : Math.max(0, leftBytes - outlook.heldBytes()) / blockBytes;
  }

  /** Whether it leaves room to others. */
  boolean givesWay() {
    return firstReplicas < Long.MAX_VALUE;
  }

  /**
   * What it may take now.
   *
   * @param spared spare replicas that this table has given, of all datasets
   * @param claimed fast replicas that it has given to readers of those that leave room to others
   */
  Latitude now(long spared, long claimed) {
    if (claimed >= firstReplicas) {
      return Latitude.HELD;
    }
    boolean holds = spared < spareReplicas && placed.get() < mostBlocks;
    return holds ? foreseen : beyond;
  }

  /** A block of it was placed. */
  void placed() {
    placed.incrementAndGet();
  }
}
