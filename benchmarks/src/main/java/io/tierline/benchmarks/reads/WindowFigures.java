/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

/**
 * What some reads of one engine took and met.
 *
 * @param operations gets or scans
 * @param rows that were found
 * @param cpuNanos of a processor, by the thread that asked, which does all the work
 * @param elapsedNanos by the clock
 * @param deviceNanos that a device would have taken besides, by {@link PageCache}
 * @param deviceRequests to it
 * @param fileReads of store files, past the block cache
 * @param fileBytes of them
 * @param cacheRequests for blocks that are to be kept: data, indexes and Bloom filters
 * @param cacheHits of them
 * @param blooms Bloom filters that were asked, a file each
 * @param bloomsNegative of them said that the row is not there
 */
record WindowFigures(
    long operations,
    long rows,
    long cpuNanos,
    long elapsedNanos,
    double deviceNanos,
    long deviceRequests,
    long fileReads,
    long fileBytes,
    long cacheRequests,
    long cacheHits,
    long blooms,
    long bloomsNegative) {

  static final WindowFigures NONE = new WindowFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  WindowFigures plus(WindowFigures more) {
    return new WindowFigures(
        operations + more.operations,
        rows + more.rows,
        cpuNanos + more.cpuNanos,
        elapsedNanos + more.elapsedNanos,
        deviceNanos + more.deviceNanos,
        deviceRequests + more.deviceRequests,
        fileReads + more.fileReads,
        fileBytes + more.fileBytes,
        cacheRequests + more.cacheRequests,
        cacheHits + more.cacheHits,
        blooms + more.blooms,
        bloomsNegative + more.bloomsNegative);
  }

  /** Processor and device, one after the other. */
  double nanos() {
    return cpuNanos + deviceNanos;
  }

  /** NaN where no block was asked for. */
  double hitRatio() {
    return cacheRequests == 0 ? Double.NaN : (double) cacheHits / cacheRequests;
  }

  /** That many for each operation. */
  double each(double of) {
    return of / operations;
  }
}
