/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.coord.Frequency.Unit;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an instance's expression evaluates to: a function and its number, such as {@code current}
 * and -1.
 *
 * @param function the function's name; {@code absolute} for a time as such
 * @param number its first argument, or 0
 * @param more its second argument, or the time
 */
record InstanceReference(String function, int number, String more) {
  /** Instances of one action, of all its data events; a year of hours is 8,784. */
  static final int INSTANCES_MAX = 10_000;

  private static final Pattern MARK =
      Pattern.compile("@coord:([A-Za-z]{1,20}):(-?\\d{1,10}):([^#,;]*)");

  /** The text by which a reference stands in an evaluated expression. */
  String mark() {
    return "@coord:" + function + ":" + number + ":" + more.replaceAll("[#,;]", " ") + ";";
  }

  /** The references in an evaluated text; empty when it holds anything else. */
  static Optional<List<InstanceReference>> parse(String text) {
    List<InstanceReference> references = new ArrayList<>();
    for (String part : text.split("[#,;]")) {
      String each = part.strip();
      if (each.isEmpty()) {
        continue;
      }
      Matcher mark = MARK.matcher(each);
      if (mark.matches()) {
        int number = (int) Long.parseLong(mark.group(2));
        references.add(new InstanceReference(mark.group(1), number, mark.group(3)));
      } else if (Times.parse(each).isPresent()) {
        references.add(new InstanceReference("absolute", 0, each));
      } else {
        return Optional.empty();
      }
    }
    return references.isEmpty() ? Optional.empty() : Optional.of(references);
  }

  /** True when it stands behind another one of its kind, whatever the time and the dataset. */
  boolean isBehind(InstanceReference other) {
    if (!function.equals(other.function)) {
      return false;
    }
    if (function.equals("absolute")) {
      Optional<Instant> own = Times.parse(more);
      return own.isPresent() && Times.parse(other.more).filter(own.get()::isAfter).isPresent();
    }
    return more.equals(other.more) && number > other.number;
  }

  /** True when which instance it is depends on what exists when the action runs. */
  boolean isGuess() {
    return function.equals("latest") || function.equals("future");
  }

  /** The instances that the reference names for an action, newest first; none before the first. */
  List<Instant> instances(Dataset dataset, Instant nominal) {
    if (function.equals("absolute")) {
      return Times.parse(more).map(List::of).orElse(List.of());
    }
    Optional<Long> instance = numberOf(dataset, nominal);
    return instance.isPresent() && instance.get() >= 0
        ? List.of(dataset.at(instance.get()))
        : List.of();
  }

  /**
   * The instances from this reference to another, newest first.
   *
   * @param budget what the action may have
   */
  List<Instant> to(InstanceReference last, Dataset dataset, Instant nominal, ActionBudget budget) {
    Optional<Long> from = firstOf(dataset, nominal);
    Optional<Long> to = last.endOf(dataset, nominal);
    if (from.isEmpty() || to.isEmpty()) {
      return List.of();
    }
    budget.takeInstances(Math.max(0, to.get() - Math.max(0, from.get()) + 1));
    List<Instant> instances = new ArrayList<>(dataset.steps(from.get(), to.get()));
    Collections.reverse(instances);
    return Collections.unmodifiableList(instances);
  }

  /**
   * The number of the instance that ends a range. The end of a day, week or month is none for
   * Oozie, which then takes its number as that of a current instance.
   */
  private Optional<Long> endOf(Dataset dataset, Instant nominal) {
    return function.startsWith("endOf")
        ? new InstanceReference("current", number, "").numberOf(dataset, nominal)
        : numberOf(dataset, nominal);
  }

  /** The first instance at the time or later, where the reference names a time. */
  private Optional<Long> firstOf(Dataset dataset, Instant nominal) {
    Optional<Long> number = numberOf(dataset, nominal);
    Optional<Instant> time = time(dataset, nominal);
    boolean before =
        number.isPresent() && time.isPresent() && dataset.at(number.get()).isBefore(time.get());
    return before ? Optional.of(number.get() + 1) : number;
  }

  /** The number of the instance; empty when the dataset has none yet at the nominal time. */
  private Optional<Long> numberOf(Dataset dataset, Instant nominal) {
    long current = dataset.lastAt(nominal);
    if (current < 0) {
      return Optional.empty();
    }
    if (function.equals("current") || isGuess()) {
      return Optional.of(current + number);
    }
    return time(dataset, nominal).map(dataset::lastAt);
  }

  /** The time that the reference names; empty when it counts instances. */
  private Optional<Instant> time(Dataset dataset, Instant nominal) {
    ZoneId zone = dataset.zone();
    LocalDate day = nominal.atZone(zone).toLocalDate();
    return switch (function) {
      case "absolute" -> Times.parse(more);
      case "offset" -> offset(dataset, dataset.at(dataset.lastAt(nominal)));
      case "endOfDays" -> Optional.of(startOf(day.plusDays(number + 1L), zone));
      case "endOfWeeks" ->
          Optional.of(
              startOf(
                  day.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY))
                      .plusWeeks(number + 1L),
                  zone));
      case "endOfMonths" ->
          Optional.of(startOf(day.withDayOfMonth(1).plusMonths(number + 1L), zone));
      default -> Optional.empty();
    };
  }

  private static Instant startOf(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant();
  }

  private Optional<Instant> offset(Dataset dataset, Instant current) {
    return CalendarUnit.of(more)
        .map(unit -> Frequency.add(current, dataset.zone(), unit.unit(), unit.times(number)));
  }

  /**
   * A unit by its name in Oozie.
   *
   * @param unit the unit
   * @param factor how many of it
   */
  record CalendarUnit(Unit unit, int factor) {
    static Optional<CalendarUnit> of(String name) {
      return switch (name.strip()) {
        case "MINUTE" -> Optional.of(new CalendarUnit(Unit.MINUTE, 1));
        case "HOUR" -> Optional.of(new CalendarUnit(Unit.MINUTE, 60));
        case "DAY" -> Optional.of(new CalendarUnit(Unit.DAY, 1));
        case "WEEK" -> Optional.of(new CalendarUnit(Unit.WEEK, 1));
        case "MONTH" -> Optional.of(new CalendarUnit(Unit.MONTH, 1));
        case "YEAR" -> Optional.of(new CalendarUnit(Unit.MONTH, 12));
        default -> Optional.empty();
      };
    }

    long times(int count) {
      return (long) factor * count;
    }
  }
}
