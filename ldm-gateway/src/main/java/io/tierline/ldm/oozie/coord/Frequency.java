/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often something happens, as Oozie reckons: minutes and hours are spans of time, days, weeks
 * and months are steps in the calendar of a time zone, so that a daily instance stays at its local
 * hour when daylight saving begins. The steps are always counted from the origin: a month after 31
 * January is the end of February, and two months after it 31 March.
 *
 * @param amount how many units lie between two occurrences, at least 1
 * @param unit the unit of a step
 * @param atEnd true when the origin is first moved to the end of its day, week or month
 */
record Frequency(int amount, Unit unit, boolean atEnd) {
  /** The units of a step. */
  enum Unit {
    MINUTE(ChronoUnit.MINUTES, Calendar.MINUTE, 60),
    DAY(ChronoUnit.DAYS, Calendar.DATE, 86_400),
    WEEK(ChronoUnit.WEEKS, Calendar.WEEK_OF_YEAR, 7 * 86_400),
    MONTH(ChronoUnit.MONTHS, Calendar.MONTH, 30 * 86_400);

    private final ChronoUnit step;
    private final int field;
    private final long seconds;

    Unit(ChronoUnit step, int field, long seconds) {
      this.step = step;
      this.field = field;
      this.seconds = seconds;
    }
  }

  /** Largest number of units; a century of minutes is less. */
  private static final int AMOUNT_MAX = 100_000_000;

  /** Steps that are taken before the origin; each month or time zone shows itself in so many. */
  private static final int STEPS_BEFORE_MAX = 1_000;

  /** What the functions of frequencies evaluate to. */
  private static final Pattern WRITTEN =
      Pattern.compile("(\\d{1,9})(?: (END_OF_)?(MINUTE|DAY|WEEK|MONTH))?");

  /** The frequency of an evaluated text: a number of minutes, or what a function gave. */
  static Optional<Frequency> parse(String text) {
    Matcher written = WRITTEN.matcher(text.strip());
    if (!written.matches()) {
      return Optional.empty();
    }
    int amount = Integer.parseInt(written.group(1));
    if (amount < 1 || amount > AMOUNT_MAX) {
      return Optional.empty();
    }
    Unit unit = written.group(3) == null ? Unit.MINUTE : Unit.valueOf(written.group(3));
    return Optional.of(new Frequency(amount, unit, written.group(2) != null));
  }

  /** The first occurrence of a series that starts at that time. */
  Instant origin(Instant start, ZoneId zone) {
    if (!atEnd) {
      return start;
    }
    LocalDate day = start.atZone(zone).toLocalDate();
    LocalDate end =
        switch (unit) {
          case WEEK -> day.with(TemporalAdjusters.next(DayOfWeek.SUNDAY));
          case MONTH -> day.with(TemporalAdjusters.firstDayOfNextMonth());
          default -> day.plusDays(1);
        };
    return end.atStartOfDay(zone).toInstant();
  }

  /** The occurrence of that number, 0 for the origin; negative ones lie before it. */
  Instant at(Instant origin, ZoneId zone, long number) {
    return add(origin, zone, unit, Math.multiplyExact(number, (long) amount));
  }

  /**
   * The occurrences from one number to another that are not before the origin, each a step after
   * the one before, which counts from the first: of many before the origin, from the last ones.
   */
  List<Instant> steps(Instant origin, ZoneId zone, long from, long to) {
    long number = Math.max(from, unit == Unit.MINUTE ? 0 : -STEPS_BEFORE_MAX);
    List<Instant> occurrences = new ArrayList<>();
    if (number > to) {
      return occurrences;
    }
    Instant time = at(origin, zone, number);
    for (; number <= to; number++) {
      if (!time.isBefore(origin)) {
        occurrences.add(time);
      }
      time = add(time, zone, unit, amount);
    }
    return occurrences;
  }

  /**
   * A time some units later, in the calendar of the zone. Where daylight saving makes a local time
   * that does not exist, Oozie's calendar and that of {@code java.time} differ by an hour, so it is
   * Oozie's that counts: a daily action of half past two starts at half past one on that day.
   */
  static Instant add(Instant time, ZoneId zone, Unit unit, long units) {
    if (unit == Unit.MINUTE) {
      return time.plus(units, ChronoUnit.MINUTES);
    }
    if (zone.getRules().isFixedOffset()) {
      return time.atZone(zone).plus(units, unit.step).toInstant();
    }
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone(zone), Locale.ROOT);
    calendar.setTimeInMillis(time.toEpochMilli());
    calendar.add(unit.field, Math.toIntExact(units));
    return calendar.toInstant();
  }

  /** About so many units lie between: months are counted, for they are not all of one length. */
  private long units(Instant origin, ZoneId zone, Instant time) {
    return unit == Unit.MONTH
        ? ChronoUnit.MONTHS.between(origin.atZone(zone), time.atZone(zone))
        : Math.floorDiv(Duration.between(origin, time).toSeconds(), unit.seconds);
  }

  /** The number of the last occurrence at that time or before it. */
  long lastAt(Instant origin, ZoneId zone, Instant time) {
    long number = Math.floorDiv(units(origin, zone, time), (long) amount);
    while (at(origin, zone, number).isAfter(time)) {
      number--;
    }
    while (!at(origin, zone, number + 1).isAfter(time)) {
      number++;
    }
    return number;
  }

  /** As people write it. */
  @Override
  public String toString() {
    boolean hours = unit == Unit.MINUTE && amount % 60 == 0;
    int count = hours ? amount / 60 : amount;
    String what = hours ? "hour" : unit.name().toLowerCase(Locale.ROOT);
    return (atEnd ? "end of " : "every ")
        + (count == 1 ? "" : count + " ")
        + what
        + (count == 1 ? "" : "s");
  }
}
