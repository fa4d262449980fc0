/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

/**
 * What is written, and how it is read meanwhile.
 *
 * @param flushes from 1 to 100,000
 * @param cellsPerFlush writes between two flushes, from 10 to 1,000,000; more tell more exactly how
 *     thinly a flush is spread over partitions
 * @param keys where writes fall
 * @param updates share of writes that replace an older cell, from 0 to below 1
 * @param scansPerFlush short scans that the store serves between two flushes, at least 0
 * @param seed of all that is drawn
 */
public record Workload(
    int flushes,
    int cellsPerFlush,
    KeyDistribution keys,
    double updates,
    int scansPerFlush,
    long seed) {
  /** Bytes of a full memory store; with 120 of 128 as the limit all else follows from it. */
  public static final long FLUSH_BYTES = 128L << 20;

  /** Checks the ranges. */
  public Workload {
    require(flushes >= 1 && flushes <= 100_000, "flushes are from 1 to 100000");
    require(cellsPerFlush >= 10 && cellsPerFlush <= 1_000_000, "cells are from 10 to 1000000");
    require(updates >= 0 && updates < 1, "updates are from 0 to below 1");
    require(scansPerFlush >= 0, "scans are at least 0");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }

  long cellBytes() {
    return FLUSH_BYTES / cellsPerFlush;
  }
}
