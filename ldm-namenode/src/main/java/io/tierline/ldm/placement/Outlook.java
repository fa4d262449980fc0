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
 * What the registered lineage says of the room for a dataset that is being written.
 *
 * @param ownBytes what of it is still expected, at least 0
 * @param otherBytes what is expected of other data that will be written while it is of use, each
 *     byte once; at least 0
 * @param heldBytes of those, what the room is held for: data whose readers wait longer for a block
 *     that is on disk, since they have fewer tasks; at least 0
 * @param isUnrivalled whether nothing that is still to be written, here or elsewhere, has a higher
 *     claim to a fast tier
 */
public record Outlook(long ownBytes, long otherBytes, long heldBytes, boolean isUnrivalled) {
  /** Checks the ranges. */
  public Outlook {
    if (ownBytes < 0 || otherBytes < 0 || heldBytes < 0) {
      throw new IllegalArgumentException(
          "less than nothing is to come: %d, %d, %d".formatted(ownBytes, otherBytes, heldBytes));
    }
  }

  /** One that gives way to nothing. */
  public Outlook(long ownBytes, long otherBytes, boolean isUnrivalled) {
    this(ownBytes, otherBytes, 0, isUnrivalled);
  }

  /** All that is to come, one replica of each block. */
  double bytes() {
    return (double) ownBytes + otherBytes;
  }

  /**
   * How many replicas of each block to come may be fast beside the first one, so that the first
   * ones of everything that is to come have room too. All blocks get as many, those of other data
   * too: a further replica spares a disk as much there, and who waits with it loses nothing if more
   * comes than was expected. So disks and SSDs work side by side, and the room is spent when the
   * last block is written.
   *
   * @param roomBytes what is left on fast tiers above their reserves
   * @param most how many are asked for
   */
  int furtherReplicas(long roomBytes, int most) {
    double firsts = (double) ownBytes + otherBytes;
    double spare = roomBytes - firsts;
    if (spare <= 0) {
      return 0;
    }
    return (int) Math.min(most, spare / Math.max(1, firsts));
  }
}
