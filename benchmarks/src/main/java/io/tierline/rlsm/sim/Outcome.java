/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.util.List;

/**
 * What a policy cost. Amplifications are by what clients wrote (write) and by what is live (space);
 * the write-ahead log is not counted.
 *
 * @param contender which policy
 * @param loaded at the end of the load
 * @param settled when nothing is left to compact
 * @param runsMean sorted runs that a short scan merged, over all scans during the load
 * @param runsMax the most sorted runs that were to be merged anywhere at any time
 * @param filesMax the most files that the store had
 * @param spaceMax the highest space amplification, with what compactions were writing, at any time
 *     when eight flushes or more were live
 * @param stalledFlushes time that flushes waited for compactions, in times between flushes
 * @param series about 64 points of the load
 */
public record Outcome(
    Contender contender,
    Point loaded,
    Point settled,
    double runsMean,
    int runsMax,
    int filesMax,
    double spaceMax,
    double stalledFlushes,
    List<Point> series) {
  /**
   * A store at some time.
   *
   * @param flushes so far
   * @param compactedBytes written by compactions so far
   * @param writeAmplification so far
   * @param runs that a short scan merges now, on average
   * @param files of the store now
   * @param spaceAmplification now
   */
  public record Point(
      int flushes,
      long compactedBytes,
      double writeAmplification,
      double runs,
      int files,
      double spaceAmplification) {}
}
