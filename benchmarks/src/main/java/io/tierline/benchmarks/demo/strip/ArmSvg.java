/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.strip;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Draws where the arm of a disk was: from left to right the time, downwards its way. */
public final class ArmSvg {
  private static final int HEIGHT = 1000;

  private ArmSvg() {}

  /** Of several disks, the one to draw: that which moved most. */
  public static Optional<Strip> busiest(List<Strip> strips) {
    return strips.stream()
        .filter(strip -> !strip.arm().isEmpty())
        .max(Comparator.comparingDouble(Strip::sum));
  }

  /**
   * The picture; colours come from the page's style sheet, and it is as wide as there is room.
   *
   * @param seconds that the axis has: the same for all pictures that are to be compared
   * @param label for those who cannot see it
   */
  public static String of(Strip disk, int seconds, String label) {
    StringBuilder path = new StringBuilder();
    for (int look = 0; look < disk.arm().size(); look++) {
      path.append(look == 0 ? 'M' : 'L').append(look).append(' ').append(disk.arm().get(look));
    }
    return String.format(
        Locale.ROOT,
        "<svg class=\"arm\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\""
            + " aria-label=\"%s\">\n<path d=\"%s\"/>\n</svg>\n",
        Math.max(1, seconds * Strip.LOOKS),
        HEIGHT,
        label,
        path);
  }
}
