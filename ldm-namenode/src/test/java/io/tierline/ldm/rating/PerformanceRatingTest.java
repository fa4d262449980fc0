/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerformanceRatingTest {
  private static final long BLOCK = 128L << 20;
  private static final Network ONE_GBIT = new Network(119, 60);
  private static final Network TEN_GBIT = Network.TYPICAL;

  @Test
  void ratingIsTheBlockOverTheSecondsToMoveIt() {
    DeviceProfile device = new DeviceProfile(128, 0.28, 1, 0);
    assertThat(PerformanceRating.of(device, Distance.NODE, TEN_GBIT, BLOCK))
        .isEqualTo(100, within(1e-9));
  }

  @Test
  void halfBusySingleChannelWaitsOneServiceTime() {
    // M/M/1: the mean wait is service x busy / (1 - busy).
    DeviceProfile device = new DeviceProfile(128, 0, 1, 0.5);
    assertThat(PerformanceRating.of(device, Distance.NODE, TEN_GBIT, BLOCK))
        .isEqualTo(64, within(1e-9));
  }

  @Test
  void moreChannelsWaitLess() {
    assertThat(busy(8, 0.9)).isGreaterThan(busy(1, 0.9));
  }

  @Test
  void localDiskBeatsRemoteFlashAtOneGigabit() {
    assertThat(rating(Medium.DISK, Distance.NODE, ONE_GBIT))
        .isGreaterThan(rating(Medium.SSD, Distance.RACK, ONE_GBIT));
  }

  @Test
  void remoteFlashBeatsLocalDiskAtTenGigabit() {
    assertThat(rating(Medium.SSD, Distance.REMOTE, TEN_GBIT))
        .isGreaterThan(rating(Medium.DISK, Distance.NODE, TEN_GBIT));
  }

  @Test
  void typicalMediaAreNamedFastestFirst() {
    Medium[] media = Medium.values();
    for (int i = 1; i < media.length; i++) {
      assertThat(rating(media[i], Distance.NODE, TEN_GBIT))
          .isLessThan(rating(media[i - 1], Distance.NODE, TEN_GBIT));
    }
  }

  @Test
  void blockWithoutBytesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PerformanceRating.of(Medium.SSD.typical(), Distance.NODE, TEN_GBIT, 0))
        .withMessage("a block has bytes: 0");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1, 0",
    "-1, 0, 1, 0",
    "NaN, 0, 1, 0",
    "1, -1, 1, 0",
    "1, NaN, 1, 0",
    "1, 0, 0, 0",
    "1, 0, 1, -0.1",
    "1, 0, 1, 1",
    "1, 0, 1, NaN",
  })
  void impossibleDeviceIsRefused(double bandwidth, double latency, int channels, double busy) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeviceProfile(bandwidth, latency, channels, busy));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "NaN, 1", "1, NaN", "-1, 1", "1, -1"})
  void networkWithoutBandwidthIsRefused(double rack, double core) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Network(rack, core))
        .withMessageStartingWith("a network needs bandwidth");
  }

  private static double rating(Medium medium, Distance distance, Network network) {
    return PerformanceRating.of(medium.typical(), distance, network, BLOCK);
  }

  private static double busy(int channels, double utilisation) {
    DeviceProfile device = new DeviceProfile(500, 1e-4, channels, utilisation);
    return PerformanceRating.of(device, Distance.NODE, TEN_GBIT, BLOCK);
  }
}
