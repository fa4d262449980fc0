/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

/**
 * What a ranged tree is balanced by.
 *
 * @param level0Files files that Level 0 may hold; one more starts a compaction; at least 0
 * @param fileCells cells that a Level 1 file may hold, at least 2; the source's 120 MB, so that
 *     files average half of it once they were split
 * @param smallRange a range is very small when it is narrower than this share of the mean, from 0
 *     to below 1
 */
public record RangedSettings(int level0Files, int fileCells, double smallRange) {
  /** Checks the ranges. */
  public RangedSettings {
    if (level0Files < 0 || fileCells < 2 || !(smallRange >= 0 && smallRange < 1)) {
      throw new IllegalArgumentException(
          "not from 0, from 2, from 0 to below 1: %d, %d, %s"
              .formatted(level0Files, fileCells, smallRange));
    }
  }
}
