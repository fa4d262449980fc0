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

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class RatingProperties {
  private static final long BLOCK = 128L << 20;

  @Property
  void ratingRisesWithBandwidth(
      @ForAll @DoubleRange(min = 1, max = 7_000) double bandwidth,
      @ForAll @DoubleRange(min = 0, max = 0.99) double busy,
      @ForAll @IntRange(min = 1, max = 16) int channels,
      @ForAll Distance distance) {
    double slow = rating(new DeviceProfile(bandwidth, 1e-3, channels, busy), distance);
    double fast = rating(new DeviceProfile(bandwidth * 2, 1e-3, channels, busy), distance);
    assertThat(fast).isGreaterThanOrEqualTo(slow).isPositive();
    assertThat(slow).isLessThanOrEqualTo(bandwidth);
  }

  @Property
  void ratingFallsWithUtilisation(
      @ForAll @DoubleRange(min = 0, max = 0.98) double busy,
      @ForAll @IntRange(min = 1, max = 16) int channels,
      @ForAll Distance distance) {
    double idle = rating(new DeviceProfile(500, 1e-4, channels, busy), distance);
    double busier = rating(new DeviceProfile(500, 1e-4, channels, busy + 0.01), distance);
    assertThat(busier).isLessThanOrEqualTo(idle).isPositive();
  }

  @Property
  void ratingFallsWithDistance(
      @ForAll Medium medium, @ForAll @DoubleRange(min = 1, max = 5_000) double core) {
    Network network = new Network(core * 2, core);
    double node = PerformanceRating.of(medium.typical(), Distance.NODE, network, BLOCK);
    double rack = PerformanceRating.of(medium.typical(), Distance.RACK, network, BLOCK);
    double remote = PerformanceRating.of(medium.typical(), Distance.REMOTE, network, BLOCK);
    assertThat(rack).isLessThanOrEqualTo(node);
    assertThat(remote).isLessThanOrEqualTo(rack);
  }

  @Property
  void quotientRisesWithReadersAndFallsWithSlack(
      @ForAll @IntRange(min = 0, max = 10_000) int reusability,
      @ForAll @IntRange(min = 0, max = 10_000) int slack) {
    double quotient = LineageQuotient.of(reusability, slack);
    assertThat(quotient).isBetween(0.0, 0.99999);
    assertThat(LineageQuotient.of(reusability + 1, slack)).isGreaterThan(quotient);
    assertThat(LineageQuotient.of(reusability, slack + 1)).isLessThanOrEqualTo(quotient);
    assertThat(quotient == 0).isEqualTo(reusability == 0);
  }

  private static double rating(DeviceProfile device, Distance distance) {
    return PerformanceRating.of(device, distance, Network.TYPICAL, BLOCK);
  }
}
