/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

/**
 * The migration quotient MQ of a block: how much its coming uses, weighed by how near they are,
 * claim a fast device.
 *
 * <p>Source: P. Mishra, "Host managed storage solutions for Big Data", 2018, chapter 5, algorithm
 * 6, which combines reusability with the times between the coming uses. Ours: the decay, {@code MQ
 * = sum over coming uses of 1 / (1 + time to use / tau)}; 0 when none is left.
 */
public final class MigrationQuotient {
  private MigrationQuotient() {}

  /**
   * The quotient.
   *
   * @param secondsToUses time to each coming use, at least 0; in any order
   * @param tauSeconds time after which a use counts half, above 0
   * @return from 0 (no use is left) to the number of uses
   */
  public static double of(double[] secondsToUses, double tauSeconds) {
    if (!(tauSeconds > 0)) {
      throw new IllegalArgumentException("tau is above 0: " + tauSeconds);
    }
    double sum = 0;
    for (double seconds : secondsToUses) {
      if (!(seconds >= 0)) {
        throw new IllegalArgumentException("a coming use is not in the past: " + seconds);
      }
      sum += 1 / (1 + seconds / tauSeconds);
    }
    return sum;
  }

  /**
   * The quotient on the scale of admission thresholds, {@code MQ / (MQ + 1)}: from 0 to below 1.
   * For R uses that are all due now it is the lineage quotient {@code R / (R + 1)}, so that
   * placement and migration ask the same of a tier.
   */
  public static double admission(double quotient) {
    return quotient / (quotient + 1);
  }
}
