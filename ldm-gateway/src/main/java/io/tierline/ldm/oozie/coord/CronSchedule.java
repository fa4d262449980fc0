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
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A frequency in cron's form, as Oozie takes it: minute, hour, day of month, month, day of week (1
 * is Sunday). Where both day fields restrict, a day of either counts. The fields are read in UTC;
 * times a day or more apart are then shifted by the daylight saving that began or ended since the
 * coordinator's start.
 */
final class CronSchedule {
  /** Days that are looked at for the next time; 29 February on a Monday comes within 40 years. */
  private static final int DAYS_MAX = 60 * 366;

  private final BitSet minutes;
  private final BitSet hours;
  private final BitSet months;
  private final Predicate<LocalDate> days;

  private CronSchedule(BitSet minutes, BitSet hours, BitSet months, Predicate<LocalDate> days) {
    this.minutes = minutes;
    this.hours = hours;
    this.months = months;
    this.days = days;
  }

  /** The schedule of five fields; empty when the text is none. */
  static Optional<CronSchedule> parse(String text) {
    String[] fields = text.strip().split("\\s+");
    if (fields.length != 5) {
      return Optional.empty();
    }
    Optional<BitSet> minutes = CronField.minutes().parse(fields[0]);
    Optional<BitSet> hours = CronField.hours().parse(fields[1]);
    Optional<BitSet> months = CronField.months().parse(fields[3]);
    Optional<Predicate<LocalDate>> ofMonth = CronDays.ofMonth(fields[2]);
    Optional<Predicate<LocalDate>> ofWeek = CronDays.ofWeek(fields[4]);
    if (minutes.isEmpty()
        || hours.isEmpty()
        || months.isEmpty()
        || ofMonth.isEmpty()
        || ofWeek.isEmpty()) {
      return Optional.empty();
    }
    boolean anyOfMonth = fields[2].equals("*") || fields[2].equals("?");
    boolean anyOfWeek = fields[4].equals("*") || fields[4].equals("?");
    Predicate<LocalDate> days =
        anyOfMonth ? ofWeek.get() : anyOfWeek ? ofMonth.get() : ofMonth.get().or(ofWeek.get());
    return Optional.of(new CronSchedule(minutes.get(), hours.get(), months.get(), days));
  }

  /** The first time after that one; empty when none comes within a lifetime. */
  Optional<Instant> after(Instant time) {
    ZonedDateTime from =
        time.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES).atZone(ZoneOffset.UTC);
    LocalDate day = from.toLocalDate();
    int earliest = from.getHour() * 60 + from.getMinute();
    for (int i = 0; i < DAYS_MAX; i++) {
      if (months.get(day.getMonthValue()) && days.test(day)) {
        int minute = minuteOfDay(earliest);
        if (minute >= 0) {
          return Optional.of(day.atTime(minute / 60, minute % 60).toInstant(ZoneOffset.UTC));
        }
      }
      day = day.plusDays(1);
      earliest = 0;
    }
    return Optional.empty();
  }

  private int minuteOfDay(int earliest) {
    int hour = earliest / 60;
    if (hours.get(hour)) {
      int minute = minutes.nextSetBit(earliest % 60);
      if (minute >= 0) {
        return hour * 60 + minute;
      }
    }
    int next = hours.nextSetBit(hour + 1);
    return next < 0 ? -1 : next * 60 + minutes.nextSetBit(0);
  }

  /** The shift of a time by daylight saving, as seen from the coordinator's start. */
  static Instant shifted(Instant time, Instant previous, Instant start, ZoneId zone) {
    if (Duration.between(previous, time).compareTo(Duration.ofDays(1)) < 0) {
      return time;
    }
    Duration then = zone.getRules().getDaylightSavings(start);
    Duration now = zone.getRules().getDaylightSavings(time);
    return then.isZero() == now.isZero() ? time : time.plus(then).minus(now);
  }
}
