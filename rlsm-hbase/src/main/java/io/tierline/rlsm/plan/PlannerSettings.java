/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

/**
 * What the planner is told by the operator.
 *
 * @param partitionBytes a partition is cut when its live bytes pass this; at least 1
 * @param partitions how many partitions a large store is cut into: above {@code partitions *
 *     partitionBytes} the limit grows with the store; at least 1
 * @param slicesMax the slice cap (K): no partition is read from more linked files than this; at
 *     least 2
 * @param runFilesMin Level 0 files that make a run in a small store; at least 2
 * @param runFilesMax Level 0 files that make a run in the largest store (T); at least {@code
 *     runFilesMin}
 * @param idleSources files that a read of one row may meet in an idle store, Level 0 counted; at
 *     least 1
 * @param spaceMax superseded bytes that an idle store may hold, as a fraction of live ones; above 0
 */
public record PlannerSettings(
    long partitionBytes,
    int partitions,
    int slicesMax,
    int runFilesMin,
    int runFilesMax,
    int idleSources,
    double spaceMax) {

  /** Checks the ranges. */
  public PlannerSettings {
    require(partitionBytes >= 1, "partitionBytes", partitionBytes);
    require(partitions >= 1, "partitions", partitions);
    require(slicesMax >= 2, "slicesMax", slicesMax);
    require(runFilesMin >= 2, "runFilesMin", runFilesMin);
    require(runFilesMax >= runFilesMin, "runFilesMax", runFilesMax);
    require(idleSources >= 1, "idleSources", idleSources);
    require(spaceMax > 0, "spaceMax", spaceMax);
  }

  /** The defaults for a memory store that flushes at a size in bytes. */
  public static PlannerSettings defaults(long flushBytes) {
    return new PlannerSettings(Math.max(1, flushBytes / 128 * 120), 32, 64, 3, 48, 3, 0.3);
  }

  private static void require(boolean holds, String what, Number value) {
    if (!holds) {
      throw new IllegalArgumentException(what + " is " + value);
    }
  }
}
