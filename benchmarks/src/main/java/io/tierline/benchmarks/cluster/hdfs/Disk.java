/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.benchmarks.cluster.flow.Resource;
import io.tierline.benchmarks.cluster.flow.Use;

/**
 * A disk: one stream has its bandwidth, several take turns, and each turn begins with a positioning
 * of the arm. So in company a byte takes {@code 1 / bandwidth + positioning / turn}.
 *
 * @param mibPerSecond of one sequential stream
 * @param positioningSeconds of an arm that is sent from one stream to another, with half a turn
 * @param turnMib what a stream moves before another one's turn
 */
public record Disk(double mibPerSecond, double positioningSeconds, double turnMib) {
  /** What all streams together have, in MiB/s. */
  public double mibPerSecond(int streams) {
    return streams == 1 ? mibPerSecond : 1 / sharedSecondsPerMib();
  }

  private double sharedSecondsPerMib() {
    return 1 / mibPerSecond + positioningSeconds / turnMib;
  }

  Use use(Resource arm) {
    return new Use(arm, 1 / mibPerSecond / Hardware.MIB, sharedSecondsPerMib() / Hardware.MIB);
  }
}
