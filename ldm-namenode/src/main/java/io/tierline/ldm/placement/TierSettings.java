/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.Medium;
import java.util.Objects;
import java.util.Set;

/**
 * How tiers admit blocks.
 *
 * @param managed media that managed blocks may be placed on, besides {@link #BASE}
 * @param risingFrom share of a tier in use from which its admission threshold rises above 0, from 0
 *     to below {@code 1 - reserve}
 * @param reserve share of a tier that is kept free of managed blocks, from 0 to below 1
 * @param mostReserved bytes of a volume that are kept free at the most, at least 0
 * @param value by what a replica's worth is measured
 */
public record TierSettings(
    Set<Medium> managed, double risingFrom, double reserve, long mostReserved, ValueModel value) {
  /** Where every replica goes that no faster tier admits. */
  public static final Medium BASE = Medium.DISK;

  /**
   * Durable media faster than disk; thresholds from 70 % use; 5 % kept free, at most 2 GiB of a
   * volume; disk work.
   */
  public static final TierSettings DEFAULT =
      new TierSettings(Set.of(Medium.NVDIMM, Medium.SSD), 0.70, 0.05, 2L << 30, ValueModel.WORK);

  /** Settings that value disk work and keep the whole share free, of volumes of any size. */
  public TierSettings(Set<Medium> managed, double risingFrom, double reserve) {
    this(managed, risingFrom, reserve, Long.MAX_VALUE, ValueModel.WORK);
  }

  /** The same by another measure. */
  public TierSettings by(ValueModel other) {
    return new TierSettings(managed, risingFrom, reserve, mostReserved, other);
  }

  /** Checks the ranges. */
  public TierSettings {
    managed = Set.copyOf(managed);
    Objects.requireNonNull(value, "value");
    if (!(reserve >= 0 && reserve < 1)) {
      throw new IllegalArgumentException("a reserve is from 0 to below 1: " + reserve);
    }
    if (mostReserved < 0) {
      throw new IllegalArgumentException("a reserve is at least 0: " + mostReserved);
    }
    if (!(risingFrom >= 0 && risingFrom < 1 - reserve)) {
      throw new IllegalArgumentException(
          "thresholds rise from a share between 0 and %s: %s".formatted(1 - reserve, risingFrom));
    }
  }

  /**
   * Bytes of some volumes that are kept free of managed blocks.
   *
   * @param capacityBytes of all of them
   * @param volumes how many they are
   */
  public long reserveBytes(long capacityBytes, int volumes) {
    return (long) Math.min(reserve * capacityBytes, (double) mostReserved * volumes);
  }

  /**
   * The claim that a block needs to be admitted to a tier: 0 while the tier has room, then rising
   * in proportion to its fill, and 1 (which no block reaches) once only the reserve is left. So the
   * scarce tier always holds the blocks worth most.
   *
   * @param remainingBytes of the tier, from 0 to its capacity
   * @param capacityBytes of the tier; one without any takes nothing
   * @param volumes that it has
   */
  public double threshold(long remainingBytes, long capacityBytes, int volumes) {
    if (capacityBytes == 0) {
      return 1;
    }
    double fill = 1 - (double) remainingBytes / capacityBytes;
    double full = 1 - (double) reserveBytes(capacityBytes, volumes) / capacityBytes;
    return Math.min(1, Math.max(0, (fill - risingFrom) / (full - risingFrom)));
  }
}
