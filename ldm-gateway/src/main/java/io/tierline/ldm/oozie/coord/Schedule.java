/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * When the actions of a coordinator are due.
 *
 * @param frequency how often; null when a cron expression says it
 * @param cron the cron expression; null when there is none
 * @param start the first time
 * @param end the time before which all are
 * @param zone the coordinator's calendar
 */
record Schedule(Frequency frequency, CronSchedule cron, Instant start, Instant end, ZoneId zone) {
  /** Daylight saving shifts by less. */
  private static final Duration SHIFTED_MAX = Duration.ofDays(1);

  /**
   * The nominal times in a window, earliest first.
   *
   * @param from the earliest
   * @param until the time before which all are
   * @param most how many at most
   */
  List<Instant> times(Instant from, Instant until, int most) {
    Instant stop = until.isBefore(end) ? until : end;
    try {
      return cron == null ? regular(from, stop, most) : irregular(from, until, most);
    } catch (DateTimeException | ArithmeticException beyondTheCalendar) {
      return List.of();
    }
  }

  private List<Instant> regular(Instant from, Instant stop, int most) {
    Instant origin = frequency.origin(start, zone);
    long number = 0;
    if (from.isAfter(origin)) {
      number = frequency.lastAt(origin, zone, from);
      number += frequency.at(origin, zone, number).isBefore(from) ? 1 : 0;
    }
    List<Instant> times = new ArrayList<>();
    Instant time = frequency.at(origin, zone, number);
    while (time.isBefore(stop) && times.size() < most) {
      times.add(time);
      time = frequency.at(origin, zone, ++number);
    }
    return times;
  }

  private List<Instant> irregular(Instant from, Instant until, int most) {
    List<Instant> times = new ArrayList<>();
    Instant before = from.minus(SHIFTED_MAX.multipliedBy(2));
    Instant previous = before.isAfter(start) ? before : start.minusSeconds(60);
    Optional<Instant> next = cron.after(previous);
    while (next.isPresent() && isWithin(next.get(), until) && times.size() < most) {
      Instant nominal = CronSchedule.shifted(next.get(), previous, start, zone);
      if (!nominal.isBefore(from) && nominal.isBefore(until)) {
        times.add(nominal);
      }
      previous = next.get();
      next = cron.after(previous);
    }
    // One that daylight saving shifts may come behind the next one.
    Collections.sort(times);
    return times;
  }

  /** The end counts as the expression has it, the window as daylight saving shifts it. */
  private boolean isWithin(Instant time, Instant until) {
    return time.isBefore(end) && time.minus(SHIFTED_MAX).isBefore(until);
  }
}
