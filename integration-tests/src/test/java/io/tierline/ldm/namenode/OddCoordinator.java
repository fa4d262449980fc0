/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;

/**
 * A coordinator of one action, drawn from a seed: datasets of all frequencies in time zones whose
 * clocks change at other hours, by other spans or never, and all ways to tell instances, around the
 * days on which calendars are odd.
 */
final class OddCoordinator {
  /** Where the datasets lie, whose names follow. */
  static final String ROOT = "file:///odd/";

  private static final Instant[] DAYS = {
    Instant.parse("2026-03-29T01:00:00Z"), // clocks go forward: Berlin, and Beirut at midnight
    Instant.parse("2026-10-25T01:00:00Z"), // and back
    Instant.parse("2026-03-08T10:00:00Z"), // Los Angeles
    Instant.parse("2026-11-01T09:00:00Z"),
    Instant.parse("2026-04-04T15:30:00Z"), // Lord Howe, by half an hour
    Instant.parse("2024-02-29T00:00:00Z"),
    Instant.parse("2026-01-31T12:00:00Z"),
  };

  private static final String[] ZONES = {
    "UTC",
    "America/Los_Angeles",
    "Europe/Berlin",
    "Asia/Beirut",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "GMT+05:30",
  };

  private final Random random;
  private final Instant nominal;
  private final String definition;

  OddCoordinator(long seed) {
    random = new Random(seed);
    Instant day = pick(DAYS);
    nominal = near(day, 3);
    definition =
        ("<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='odd%d' frequency='60' start='%s'"
                + " end='%s' timezone='%s'><datasets>%s%s%s</datasets>"
                + "<input-events>%s%s</input-events><output-events>%s</output-events>"
                + "<action><workflow><app-path>file:///odd/workflow</app-path></workflow></action>"
                + "</coordinator-app>")
            .formatted(
                seed,
                text(nominal),
                text(nominal.plus(Duration.ofMinutes(10))),
                pick(ZONES),
                dataset("any", frequency(), first(day), pick(ZONES)),
                // Ends of days are in phase with it: else Oozie fails the coordinator.
                dataset("hours", "${coord:hours(1)}", "2023-12-31T00:00Z", pick("UTC", ZONES[2])),
                dataset("written", frequency(), first(day), pick(ZONES)),
                input("any", random.nextBoolean() ? single() : range()),
                input("hours", random.nextBoolean() ? single() : fromAnEnd()),
                "<data-out name='written' dataset='written'>" + single() + "</data-out>");
  }

  /** When its action is due. */
  Instant nominal() {
    return nominal;
  }

  String definition() {
    return definition;
  }

  @SafeVarargs
  private <T> T pick(T... any) {
    return any[random.nextInt(any.length)];
  }

  private Instant near(Instant time, int days) {
    long hours = random.nextInt(2 * 24 * days) - 24L * days;
    return time.plus(Duration.ofHours(hours).plusMinutes(pick(0, 0, 0, 15, 30)));
  }

  /** The first instance of a dataset: days before, or a year or so. */
  private String first(Instant day) {
    boolean isYoung = random.nextInt(3) == 0;
    return text(near(isYoung ? day : day.minus(Duration.ofDays(300)), isYoung ? 3 : 200));
  }

  private static String text(Instant time) {
    return time.toString().substring(0, "2026-03-29T01:00".length()) + "Z";
  }

  private String frequency() {
    return switch (random.nextInt(8)) {
      case 0 -> pick("15", "90", "1440");
      case 1 -> "${coord:minutes(" + pick(20, 30, 60) + ")}";
      case 2 -> "${coord:hours(" + pick(1, 2, 6, 12) + ")}";
      case 3 -> "${coord:days(" + pick(1, 2, 7) + ")}";
      case 4 -> "${coord:months(" + pick(1, 2, 3) + ")}";
      case 5 -> "${coord:endOfDays(" + pick(1, 2) + ")}";
      case 6 -> "${coord:endOfWeeks(" + pick(1, 2) + ")}";
      default -> "${coord:endOfMonths(" + pick(1, 2) + ")}";
    };
  }

  private String dataset(String name, String frequency, String first, String zone) {
    return ("<dataset name='%s' frequency='%s' initial-instance='%s' timezone='%s'><uri-template>"
            + ROOT
            + "%s/${YEAR}-${MONTH}-${DAY}-${HOUR}${MINUTE}</uri-template>%s</dataset>")
        .formatted(
            name,
            frequency,
            first,
            zone,
            name,
            pick("", "<done-flag></done-flag>", "<done-flag>_D</done-flag>"));
  }

  private static String input(String dataset, String instances) {
    return "<data-in name='%s' dataset='%s'>%s</data-in>".formatted(dataset, dataset, instances);
  }

  private String single() {
    String instance =
        switch (random.nextInt(7)) {
          case 0, 1 -> "${coord:current(" + (3 - random.nextInt(40)) + ")}";
          case 2 ->
              "${coord:offset(%d, '%s')}"
                  .formatted(pick(0, -1, -2, 1, -24), pick("MINUTE", "HOUR", "DAY", "MONTH"));
          case 3 -> "${coord:current(coord:hoursInDay(" + pick(0, -1, 1) + ") - 1)}";
          case 4 -> "${coord:current(0 - coord:daysInMonth(" + pick(0, -1) + "))}";
          case 5 -> "${coord:current(coord:tzOffset() / 60)}";
          default -> pick("2026-03-29T00:00Z", "2026-03-15T02:30Z");
        };
    return "<instance>" + instance + "</instance>";
  }

  private String range() {
    return switch (random.nextInt(4)) {
      case 0 -> range("current(" + -random.nextInt(40) + ")", "current(" + pick(0, 0, 2) + ")");
      case 1 -> range("current(-(coord:hoursInDay(0) - 1))", "current(0)");
      case 2 -> range("current(1 - coord:daysInMonth(0))", "current(0)");
      default ->
          range(
              "offset(" + pick(-3, -1) + ", '" + pick("HOUR", "DAY", "MONTH") + "')",
              "offset(0, 'HOUR')");
    };
  }

  private String fromAnEnd() {
    String end = pick("endOfDays", "endOfWeeks", "endOfMonths");
    Instant start = nominal.truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(pick(1, 9)));
    return pick(
        range(end + "(" + pick(-1, -2) + ")", "current(" + pick(0, -1) + ")"),
        range(end + "(-1)", end + "(0)"),
        range("absolute(\"" + text(start) + "\")", "current(-1)"));
  }

  private static String range(String from, String to) {
    return "<start-instance>${coord:%s}</start-instance><end-instance>${coord:%s}</end-instance>"
        .formatted(from, to);
  }
}
