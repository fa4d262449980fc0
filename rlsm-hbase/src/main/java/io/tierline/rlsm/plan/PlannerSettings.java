/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.Layout;

/**
 * What the planner is told by the operator.
 *
 * @param partitionBytes what a fold writes is cut into files of about so many bytes; at least 1
 * @param partitionBytesMin and not finer than this in an overwritten store: a file costs as much to
 *     be made and opened as some bytes; at least 1
 * @param partitions how many partitions a store is cut into whose cells are overwritten: the more,
 *     the less a fold has to write beside what it replaces; one whose cells are not has a quarter;
 *     at least 1
 * @param slicesMax the slice cap (K): no row is kept in more files than this, Level 0 counted, as
 *     long as compactions keep up; at least 2
 * @param runFilesMin Level 0 files that make a run in a small store; at least 2
 * @param runFilesMax Level 0 files that make a run in the largest store (T); at least {@code
 *     runFilesMin}
 * @param idleSources files that a read of one row may meet in an idle store, Level 0 counted; at
 *     least 1
 * @param idleSpace superseded bytes that a partition of an idle store may hold, as a fraction of
 *     its base; above 0
 * @param loadSpace superseded bytes that a store may hold at any time, as a fraction of live ones;
 *     more in a {@link SmallStore}; above 0
 * @param blockingSpace bytes of all files, and of what compactions write beside them, by live bytes
 *     above which flushes wait, where more is superseded than {@code loadSpace}; 0: no matter how
 *     many
 * @param versions how many versions of a column are kept; at least 1
 * @param keepsDeleted whether the family keeps deleted cells
 */
public record PlannerSettings(
    long partitionBytes,
    long partitionBytesMin,
    int partitions,
    int slicesMax,
    int runFilesMin,
    int runFilesMax,
    int idleSources,
    double idleSpace,
    double loadSpace,
    double blockingSpace,
    int versions,
    boolean keepsDeleted) {

  /** Flushes that make a partition. */
  private static final int PARTITION_FLUSHES = 8;

  /** What a compaction writes in the time that it takes to make a file and open it, a few times. */
  private static final long LEAST_BYTES = 4L << 20;

  /** Files are not linked where so many overlap. */
  private static final int LINKED_MOST = 32;

  /** Checks the ranges. */
  public PlannerSettings {
    require(partitionBytes >= 1, "partitionBytes", partitionBytes);
    require(partitionBytesMin >= 1, "partitionBytesMin", partitionBytesMin);
    require(partitions >= 1, "partitions", partitions);
    require(slicesMax >= 2, "slicesMax", slicesMax);
    require(runFilesMin >= 2, "runFilesMin", runFilesMin);
    require(runFilesMax >= runFilesMin, "runFilesMax", runFilesMax);
    require(idleSources >= 1, "idleSources", idleSources);
    require(idleSpace > 0, "idleSpace", idleSpace);
    require(loadSpace > 0, "loadSpace", loadSpace);
    require(blockingSpace >= 0, "blockingSpace", blockingSpace);
    require(versions >= 1, "versions", versions);
  }

  /** The defaults for a memory store that flushes at a size in bytes. */
  public static PlannerSettings defaults(long flushBytes) {
    return new PlannerSettings(
        Math.max(1, PARTITION_FLUSHES * flushBytes),
        LEAST_BYTES,
        16,
        256,
        3,
        128,
        6,
        0.3,
        0.45,
        0,
        1,
        false);
  }

  /** About the bytes of a flush. */
  long flushBytes() {
    return partitionBytes / PARTITION_FLUSHES;
  }

  /** Up to where files are linked: links alone must not reach the slice cap. */
  public Layout.Limits links() {
    return new Layout.Limits(Math.max(1, Math.min(LINKED_MOST, slicesMax / 4)), 2 * partitionBytes);
  }

  private static void require(boolean holds, String what, Number value) {
    if (!holds) {
      throw new IllegalArgumentException(what + " is " + value);
    }
  }
}
