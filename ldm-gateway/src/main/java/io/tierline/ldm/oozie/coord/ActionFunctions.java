/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.coord.InstanceReference.CalendarUnit;
import io.tierline.ldm.oozie.el.CoordinatorScope;
import io.tierline.ldm.oozie.el.Unresolved;
import java.text.SimpleDateFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.Function;

/**
 * The functions of coordinators for one action. What Oozie knows only when it starts the action is
 * taken as of the nominal time.
 */
final class ActionFunctions implements CoordinatorScope {
  private static final int FORMAT_MAX = 200;

  private final Shared shared;
  private final Instant nominal;
  private final Function<String, List<String>> uris;
  private Dataset dataset;
  private boolean asked;

  /**
   * What all actions of a coordinator share.
   *
   * @param coordinator its name
   * @param zone its time zone
   * @param formats the formats of time that were made already
   */
  record Shared(String coordinator, ZoneId zone, Map<String, SimpleDateFormat> formats) {}

  /**
   * Binds the functions.
   *
   * @param nominal the action's nominal time; null when it is not known
   * @param uris where the instances of a data event lie; null for an unknown event
   */
  ActionFunctions(Shared shared, Instant nominal, Function<String, List<String>> uris) {
    this.shared = shared;
    this.nominal = nominal;
    this.uris = uris;
  }

  /** These functions, for the instances of a dataset. */
  ActionFunctions of(Dataset instances) {
    ActionFunctions functions = new ActionFunctions(shared, nominal, uris);
    functions.dataset = instances;
    return functions;
  }

  /** Where the instances of an event lie, in a list; null for an unknown event. */
  String list(String event) {
    asked = true;
    List<String> found = uris.apply(event);
    return found == null ? null : String.join(",", found);
  }

  /** True when a value was given that another action may get another one for. */
  boolean wasAsked() {
    return asked;
  }

  @Override
  public Object call(String function, Object... arguments) {
    if (function.equals("name")) {
      return shared.coordinator();
    }
    try {
      return isInstance(function) ? instance(function, arguments) : ofAction(function, arguments);
    } catch (DateTimeException | ArithmeticException beyondTheCalendar) {
      throw new Unresolved("coord:" + function + "() leads out of the calendar");
    }
  }

  private static boolean isInstance(String function) {
    return switch (function) {
      case "current",
          "latest",
          "future",
          "offset",
          "absolute",
          "endOfDays",
          "endOfWeeks",
          "endOfMonths" ->
          true;
      default -> false;
    };
  }

  private Object instance(String function, Object... arguments) {
    if (dataset == null) {
      throw new Unresolved("coord:" + function + "() is known only for an instance of a dataset");
    }
    int number = arguments[0] instanceof Integer count ? count : 0;
    String more = arguments[arguments.length - 1] instanceof String text ? text : "";
    if (function.equals("offset") && CalendarUnit.of(more).isEmpty()) {
      throw new Unresolved("'" + more + "' is not a unit of time");
    }
    return new InstanceReference(function, number, more).mark();
  }

  private Object ofAction(String function, Object... arguments) {
    asked = true;
    if (nominal == null && !function.startsWith("data") && !function.startsWith("table")) {
      throw new Unresolved("coord:" + function + "() needs the coordinator's times");
    }
    return switch (function) {
      case "nominalTime", "actualTime" -> Times.format(nominal);
      case "dateOffset" -> dateOffset(text(arguments, 0), (int) arguments[1], text(arguments, 2));
      case "dateTzOffset" -> Times.format(time(text(arguments, 0)), zoneOf(text(arguments, 1)));
      case "formatTime" -> formatTime(text(arguments, 0), text(arguments, 1));
      case "epochTime" -> epochTime(text(arguments, 0), text(arguments, 1));
      case "tzOffset" -> tzOffset();
      case "hoursInDay" -> hoursInDay((int) arguments[0]);
      case "daysInMonth" -> dayOf((int) arguments[0]).lengthOfMonth();
      case "actionId" ->
          throw new Unresolved("coord:actionId() is known only when the action runs");
      case "minutes", "hours", "days", "months" ->
          throw new Unresolved("coord:" + function + "() is for a frequency");
      default -> ofEvent(function, arguments);
    };
  }

  private static String text(Object[] arguments, int at) {
    return arguments[at] == null ? "" : (String) arguments[at];
  }

  private static Instant time(String text) {
    return Times.parse(text)
        .orElseThrow(() -> new Unresolved("'" + text + "' is not a time of Oozie"));
  }

  private static ZoneId zoneOf(String name) {
    return Times.zone(name).orElseThrow(() -> new Unresolved("'" + name + "' is not a time zone"));
  }

  private String dateOffset(String base, int count, String unit) {
    CalendarUnit units =
        CalendarUnit.of(unit)
            .orElseThrow(() -> new Unresolved("'" + unit + "' is not a unit of time"));
    return Times.format(
        Frequency.add(time(base), ZoneOffset.UTC, units.unit(), units.times(count)));
  }

  private String formatTime(String time, String format) {
    Instant instant = time(time);
    if (format.length() > FORMAT_MAX) {
      throw new Unresolved("a format of time has at most " + FORMAT_MAX + " characters");
    }
    try {
      return shared
          .formats()
          .computeIfAbsent(format, ActionFunctions::inUtc)
          .format(Date.from(instant));
    } catch (IllegalArgumentException noFormat) {
      throw new Unresolved("'" + format + "' is not a format of time");
    }
  }

  private static SimpleDateFormat inUtc(String format) {
    SimpleDateFormat written = new SimpleDateFormat(format, Locale.US);
    written.setTimeZone(TimeZone.getTimeZone("UTC"));
    return written;
  }

  private static String epochTime(String time, String millis) {
    Instant instant = time(time);
    boolean inMillis = millis.strip().equalsIgnoreCase("true");
    return String.valueOf(inMillis ? instant.toEpochMilli() : instant.getEpochSecond());
  }

  private int tzOffset() {
    Duration difference =
        Duration.ofSeconds(
            ofDataset().zone().getRules().getOffset(nominal).getTotalSeconds()
                - shared.zone().getRules().getOffset(nominal).getTotalSeconds());
    return (int) difference.toMinutes();
  }

  private Dataset ofDataset() {
    if (dataset == null || !dataset.isScheduled()) {
      throw new Unresolved("it depends on a dataset whose instances are not known");
    }
    return dataset;
  }

  private LocalDate dayOf(int instances) {
    Dataset of = ofDataset();
    Instant time =
        Frequency.add(
            nominal, of.zone(), of.frequency().unit(), (long) of.frequency().amount() * instances);
    return time.atZone(of.zone()).toLocalDate();
  }

  private int hoursInDay(int instances) {
    LocalDate day = dayOf(instances);
    ZoneId calendar = ofDataset().zone();
    return (int)
        Duration.between(day.atStartOfDay(calendar), day.plusDays(1).atStartOfDay(calendar))
            .toHours();
  }

  /** As in Oozie, no instance is told by those of an event: it could be its own. */
  private Object ofEvent(String function, Object... arguments) {
    if (dataset != null) {
      throw new Unresolved("coord:" + function + "() is not known where an instance is told");
    }
    String event = text(arguments, 0);
    List<String> found = uris.apply(event);
    if (found == null) {
      throw new Unresolved("'" + event + "' is no data event whose instances are known");
    }
    if (function.equals("dataIn") || function.equals("dataOut")) {
      return String.join(",", found);
    }
    String more = arguments.length > 1 ? text(arguments, 1) : "";
    return new HcatTables(found).call(function, more);
  }

  /** The functions by which a frequency is written. */
  static final CoordinatorScope OF_FREQUENCY =
      (function, arguments) -> {
        String unit =
            Map.of(
                    "minutes", "",
                    "hours", "",
                    "days", " DAY",
                    "months", " MONTH",
                    "endOfDays", " END_OF_DAY",
                    "endOfWeeks", " END_OF_WEEK",
                    "endOfMonths", " END_OF_MONTH")
                .get(function);
        if (unit == null || !(arguments[0] instanceof Integer count)) {
          throw new Unresolved("coord:" + function + "() is not for a frequency");
        }
        long amount = function.equals("hours") ? 60L * count : count;
        return amount + unit;
      };
}
