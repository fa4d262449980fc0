/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.strip;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.StorageType;

/** Draws strips below each other, a row for each device, over one axis of seconds. */
public final class StripSvg {
  private static final int ROW = 18;
  private static final int GAP = 3;

  private StripSvg() {}

  /**
   * The picture; colours come from the page's style sheet, and it is as wide as there is room.
   *
   * @param seconds that the axis has: the same for all pictures that are to be compared
   * @param label for those who cannot see it
   */
  public static String of(List<Strip> strips, int seconds, String label) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"strips\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\""
                + " aria-label=\"%s\">\n",
            Math.max(1, seconds),
            Math.max(1, strips.size() * (ROW + GAP)),
            label));
    for (int row = 0; row < strips.size(); row++) {
      Strip strip = strips.get(row);
      svg.append(
          String.format(
              Locale.ROOT,
              "<path class=\"%s\" d=\"%s\"/>\n",
              strip.type() == StorageType.SSD ? "ssd" : "disk",
              path(strip, row * (ROW + GAP) + ROW, most(strips, strip.type()))));
    }
    return svg.append("</svg>\n").toString();
  }

  /** The most that any device of the type moved in a second: the height of its row. */
  public static double most(List<Strip> strips, StorageType type) {
    return strips.stream()
        .filter(strip -> strip.type() == type)
        .mapToDouble(Strip::most)
        .max()
        .orElse(0);
  }

  private static String path(Strip strip, int floor, double most) {
    StringBuilder path = new StringBuilder("M0 ").append(floor);
    int second = 0;
    for (double mib : strip.mib()) {
      double height = most > 0 ? ROW * mib / most : 0;
      path.append(String.format(Locale.ROOT, "V%.1fH%d", floor - height, ++second));
    }
    return path.append("V").append(floor).append("Z").toString();
  }
}
