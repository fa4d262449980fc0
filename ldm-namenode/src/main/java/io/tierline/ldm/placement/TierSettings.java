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
 * @param value by what a replica's worth is measured
 */
public record TierSettings(
    Set<Medium> managed, double risingFrom, double reserve, ValueModel value) {
  /** Where every replica goes that no faster tier admits. */
  public static final Medium BASE = Medium.DISK;

  /** Durable media faster than disk; thresholds from 70 % use; 5 % kept free; disk work. */
  public static final TierSettings DEFAULT =
      new TierSettings(Set.of(Medium.NVDIMM, Medium.SSD), 0.70, 0.05);

  /** Settings that value disk work. */
  public TierSettings(Set<Medium> managed, double risingFrom, double reserve) {
    this(managed, risingFrom, reserve, ValueModel.WORK);
  }

  /** The same by another measure. */
  public TierSettings by(ValueModel other) {
    return new TierSettings(managed, risingFrom, reserve, other);
  }

  /** Checks the ranges. */
  public TierSettings {
    managed = Set.copyOf(managed);
    Objects.requireNonNull(value, "value");
    if (!(reserve >= 0 && reserve < 1)) {
      throw new IllegalArgumentException("a reserve is from 0 to below 1: " + reserve);
    }
    if (!(risingFrom >= 0 && risingFrom < 1 - reserve)) {
      throw new IllegalArgumentException(
          "thresholds rise from a share between 0 and %s: %s".formatted(1 - reserve, risingFrom));
    }
  }

  /**
   * The claim that a block needs to be admitted to a tier: 0 while the tier has room, then rising
   * in proportion to its fill, and 1 (which no block reaches) once only the reserve is left. So the
   * scarce tier always holds the blocks worth most.
   *
   * @param fill share of the tier in use, from 0 to 1
   */
  public double threshold(double fill) {
    double full = 1 - reserve;
    return Math.min(1, Math.max(0, (fill - risingFrom) / (full - risingFrom)));
  }
}
