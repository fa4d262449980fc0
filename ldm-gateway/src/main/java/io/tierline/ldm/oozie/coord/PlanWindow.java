/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The time for which actions are planned.
 *
 * @param from the earliest nominal time; null for the latest start of the coordinators at hand, at
 *     which all of them run
 * @param until the time before which all nominal times lie; null for a coordinator's own end where
 *     that is near, else a day later
 */
public record PlanWindow(Instant from, Instant until) {
  /** An end that is not further away is near. */
  private static final Duration NEAR = Duration.ofDays(32);

  private static final Duration DAY = Duration.ofDays(1);

  /** The window with its start settled. */
  PlanWindow settled(List<Schedule> schedules) {
    Instant latest = schedules.stream().map(Schedule::start).max(Instant::compareTo).orElse(null);
    return from != null ? this : new PlanWindow(latest, until);
  }

  /** The nominal times of a schedule, at most so many. */
  List<Instant> times(Schedule schedule, int most) {
    boolean over = until == null && !from.isBefore(schedule.end());
    Instant start = over || from.isBefore(schedule.start()) ? schedule.start() : from;
    if (until != null) {
      return schedule.times(from, until, most);
    }
    boolean near = Duration.between(start, schedule.end()).compareTo(NEAR) <= 0;
    List<Instant> times = schedule.times(start, near ? schedule.end() : start.plus(DAY), most);
    return times.isEmpty() ? schedule.times(start, schedule.end(), 1) : times;
  }
}
