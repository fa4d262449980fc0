/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The formula beside BID's disk model, which is held against measured drives: sequential streams,
 * 768 MiB in requests of one size, mq-deadline, closed loop, {@code bid-sim --trace}. Two streams
 * are off most: how far apart they lie is chance.
 */
class DiskTest {
  @ParameterizedTest
  @CsvSource({
    // model, MiB/s alone, positioning ms, request MiB, streams, MiB/s of bid-sim, off by at most %
    "hdd-16t, 250.4, 5.5, 0.5, 1, 250.4, 1",
    "hdd-16t, 250.4, 5.5, 0.5, 2, 53.8, 25",
    "hdd-16t, 250.4, 5.5, 0.5, 4, 64.8, 10",
    "hdd-16t, 250.4, 5.5, 0.5, 8, 66.3, 10",
    "hdd-16t, 250.4, 5.5, 0.5, 16, 62.0, 10",
    "hdd-16t, 250.4, 5.5, 0.5, 32, 65.2, 10",
    "hdd-16t, 250.4, 5.5, 0.125, 2, 14.6, 55",
    "hdd-16t, 250.4, 5.5, 0.125, 4, 22.8, 10",
    "hdd-16t, 250.4, 5.5, 0.125, 8, 17.0, 35",
    "hdd-16t, 250.4, 5.5, 0.125, 16, 23.2, 11",
    "hdd-16t, 250.4, 5.5, 0.125, 32, 22.5, 10",
    "sata-250g, 69.8, 13, 0.5, 1, 69.8, 1",
    "sata-250g, 69.8, 13, 0.5, 2, 42.4, 45",
    "sata-250g, 69.8, 13, 0.5, 4, 23.6, 10",
    "sata-250g, 69.8, 13, 0.5, 8, 26.6, 10",
    "sata-250g, 69.8, 13, 0.5, 16, 25.4, 10",
    "sata-250g, 69.8, 13, 0.5, 32, 23.4, 10",
    "sata-250g, 69.8, 13, 0.125, 2, 13.6, 40",
    "sata-250g, 69.8, 13, 0.125, 4, 8.3, 10",
    "sata-250g, 69.8, 13, 0.125, 8, 9.9, 16",
    "sata-250g, 69.8, 13, 0.125, 16, 9.3, 10",
    "sata-250g, 69.8, 13, 0.125, 32, 8.4, 10"
  })
  void readersInCompanyAreAsSlowAsInBidsModel(
      String model,
      double alone,
      double positioningMillis,
      double requestMib,
      int streams,
      double measured,
      double percent) {
    Disk disk = new Disk(alone, positioningMillis / 1000, requestMib);
    assertThat(disk.mibPerSecond(streams))
        .as(model)
        .isCloseTo(measured, Percentage.withPercentage(percent));
  }
}
