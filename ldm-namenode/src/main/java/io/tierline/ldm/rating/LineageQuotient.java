/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

/**
 * The lineage quotient LQ: how much a block's coming readers claim a fast device.
 *
 * <p>Source: Mishra 2018, chapter 5, asks that it grow with the reusability R. Ours: {@code LQ = R
 * / (R + 1) / (1 + slack)}. The first factor grows with R and stays below 1, so that a threshold
 * can always be set above any block; the second is the urgency: a block that the next job reads
 * counts in full, one that is read after k other levels of jobs by a (k + 1)th.
 */
public final class LineageQuotient {
  private LineageQuotient() {}

  /**
   * The quotient.
   *
   * @param reusability tasks still to read the block, at least 0
   * @param slack levels of jobs between the writer's end and the first reader, at least 0
   * @return from 0 (nobody reads it) to below 1
   */
  public static double of(int reusability, int slack) {
    if (reusability < 0 || slack < 0) {
      throw new IllegalArgumentException(
          "reusability and slack are at least 0: " + reusability + ", " + slack);
    }
    return reusability / (reusability + 1.0) / (1.0 + slack);
  }
}
