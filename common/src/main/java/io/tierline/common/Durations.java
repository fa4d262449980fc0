/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Times as Hadoop writes them: {@code 100us}, {@code 30s}, {@code 7d}. */
public final class Durations {
  private record Suffix(String text, TimeUnit unit) {}

  /** Those that end in another one come first. */
  private static final List<Suffix> SUFFIXES =
      List.of(
          new Suffix("ns", TimeUnit.NANOSECONDS),
          new Suffix("us", TimeUnit.MICROSECONDS),
          new Suffix("ms", TimeUnit.MILLISECONDS),
          new Suffix("s", TimeUnit.SECONDS),
          new Suffix("m", TimeUnit.MINUTES),
          new Suffix("h", TimeUnit.HOURS),
          new Suffix("d", TimeUnit.DAYS));

  private Durations() {}

  /**
   * Reads one, as Hadoop does.
   *
   * @param bare the unit of a number without one
   * @throws IllegalArgumentException when it is none
   * @throws ArithmeticException when no duration is as long
   */
  public static Duration parse(String text, TimeUnit bare) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    for (Suffix suffix : SUFFIXES) {
      if (word.endsWith(suffix.text())) {
        String number = word.substring(0, word.length() - suffix.text().length());
        return Duration.of(Long.parseLong(number), suffix.unit().toChronoUnit());
      }
    }
    return Duration.of(Long.parseLong(word), bare.toChronoUnit());
  }

  /** As it would be written: in the largest unit that leaves a whole number. */
  public static String format(Duration time) {
    Suffix best = SUFFIXES.get(0);
    for (Suffix suffix : SUFFIXES) {
      Duration one = Duration.of(1, suffix.unit().toChronoUnit());
      if (!time.isZero() && one.multipliedBy(time.dividedBy(one)).equals(time)) {
        best = suffix;
      }
    }
    return time.isZero()
        ? "0"
        : time.dividedBy(Duration.of(1, best.unit().toChronoUnit())) + best.text();
  }
}
