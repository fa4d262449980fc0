/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.shadow;

/**
 * What would have been done, of one dataset, one user or all.
 *
 * @param blocks new blocks that were decided on
 * @param blocksFast those of them that would have had a fast replica
 * @param blocksNoRoom those that would have had one, had what came before left room
 * @param bytesFast their bytes, in one replica each
 * @param fastReplicas replicas that would have been placed on fast tiers
 * @param readsFast readings of a block that would have found a fast replica of it
 * @param movesUp replicas that migration would have moved up
 * @param movesDown replicas that migration would have moved down
 * @param fastBytesWritten what placement and moves would have written to fast tiers: their wear
 */
public record ShadowCounts(
    long blocks,
    long blocksFast,
    long blocksNoRoom,
    long bytesFast,
    long fastReplicas,
    long readsFast,
    long movesUp,
    long movesDown,
    long fastBytesWritten) {
  /** Nothing. */
  public static final ShadowCounts NONE = new ShadowCounts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Both together. */
  public ShadowCounts plus(ShadowCounts other) {
    return new ShadowCounts(
        blocks + other.blocks,
        blocksFast + other.blocksFast,
        blocksNoRoom + other.blocksNoRoom,
        bytesFast + other.bytesFast,
        fastReplicas + other.fastReplicas,
        readsFast + other.readsFast,
        movesUp + other.movesUp,
        movesDown + other.movesDown,
        fastBytesWritten + other.fastBytesWritten);
  }
}
