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
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The day fields of a cron expression, with the letters that only days have: L, W and #. */
final class CronDays {
  private static final Pattern LAST = Pattern.compile("L(?:-(\\d{1,2}))?(W)?");
  private static final Pattern NEAREST = Pattern.compile("(\\d{1,2})W");
  private static final Pattern LAST_OF_WEEKDAY = Pattern.compile("(\\w{1,3})L");
  private static final Pattern NTH_OF_WEEKDAY = Pattern.compile("(\\w{1,3})#([1-5])");

  private CronDays() {}

  /** The days of a month; empty when the field is not written right. */
  static Optional<Predicate<LocalDate>> ofMonth(String field) {
    String upper = field.toUpperCase(Locale.ROOT);
    List<Predicate<LocalDate>> parts = new ArrayList<>();
    for (String part : upper.split(",", -1)) {
      Matcher last = LAST.matcher(part);
      Matcher nearest = NEAREST.matcher(part);
      if (last.matches()) {
        int back = last.group(1) == null ? 0 : Integer.parseInt(last.group(1));
        boolean weekday = last.group(2) != null;
        parts.add(day -> day.equals(wanted(day, day.lengthOfMonth() - back, weekday)));
      } else if (nearest.matches()) {
        int number = Integer.parseInt(nearest.group(1));
        parts.add(day -> day.equals(wanted(day, number, true)));
      } else {
        Optional<BitSet> numbers = CronField.daysOfMonth().parse(part);
        if (numbers.isEmpty()) {
          return Optional.empty();
        }
        parts.add(day -> numbers.get().get(day.getDayOfMonth()));
      }
    }
    return Optional.of(day -> parts.stream().anyMatch(part -> part.test(day)));
  }

  /** The day of that number in the month of a day, moved to the nearest weekday; null for none. */
  private static LocalDate wanted(LocalDate month, int number, boolean weekday) {
    if (number < 1 || number > month.lengthOfMonth()) {
      return null;
    }
    LocalDate day = month.withDayOfMonth(number);
    if (!weekday) {
      return day;
    }
    return switch (day.getDayOfWeek()) {
      case SATURDAY -> number == 1 ? day.plusDays(2) : day.minusDays(1);
      case SUNDAY -> number == month.lengthOfMonth() ? day.minusDays(2) : day.plusDays(1);
      default -> day;
    };
  }

  /** The days of a week; empty when the field is not written right. */
  static Optional<Predicate<LocalDate>> ofWeek(String field) {
    String upper = field.toUpperCase(Locale.ROOT);
    List<Predicate<LocalDate>> parts = new ArrayList<>();
    for (String part : upper.split(",", -1)) {
      Matcher last = LAST_OF_WEEKDAY.matcher(part);
      Matcher nth = NTH_OF_WEEKDAY.matcher(part);
      if (part.equals("L")) {
        parts.add(day -> day.getDayOfWeek() == DayOfWeek.SATURDAY);
      } else if (last.matches() || nth.matches()) {
        int number = CronField.daysOfWeek().number(last.matches() ? last.group(1) : nth.group(1));
        if (number < 1 || number > 7) {
          return Optional.empty();
        }
        int ordinal = last.matches() ? -1 : Integer.parseInt(nth.group(2));
        var adjuster = TemporalAdjusters.dayOfWeekInMonth(ordinal, weekday(number));
        parts.add(day -> day.equals(day.with(adjuster)));
      } else {
        Optional<BitSet> numbers = CronField.daysOfWeek().parse(part);
        if (numbers.isEmpty()) {
          return Optional.empty();
        }
        parts.add(day -> numbers.get().get(day.getDayOfWeek().getValue() % 7 + 1));
      }
    }
    return Optional.of(day -> parts.stream().anyMatch(part -> part.test(day)));
  }

  private static DayOfWeek weekday(int number) {
    return DayOfWeek.SUNDAY.plus(number - 1L);
  }
}
