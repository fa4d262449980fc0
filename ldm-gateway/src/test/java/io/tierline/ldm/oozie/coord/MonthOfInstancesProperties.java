/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.ExpectedStarts;
import io.tierline.ldm.graph.Vertex;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A month of hourly instances read by an hourly, a daily and a monthly coordinator, held against a
 * model that knows only hours since 1970, local days and how long a job takes.
 */
class MonthOfInstancesProperties {
  /** In São Paulo daylight saving began at midnight: a day then starts at one o'clock. */
  private static final String[] ZONES = {
    "UTC",
    "America/Los_Angeles",
    "Europe/Berlin",
    "Australia/Sydney",
    "America/Sao_Paulo",
    "Asia/Kolkata"
  };

  private static final DateTimeFormatter PATH =
      DateTimeFormatter.ofPattern("'/raw/'uuuu/MM/dd/HH-mm").withZone(ZoneOffset.UTC);
  private static final Duration HOUR = Duration.ofHours(1);

  @Property(tries = 60)
  void everyInstanceHasTheReadersAndTimesThatArithmeticGives(
      @ForAll @IntRange(min = 2010, max = 2030) int year,
      @ForAll @IntRange(min = 1, max = 12) int month,
      @ForAll @IntRange(min = 0, max = 5) int zoneNumber,
      @ForAll boolean fixedDays,
      @ForAll @IntRange(min = 0, max = 2) int lag,
      @ForAll @IntRange(min = 0, max = 800) int nowHours) {
    ZoneId zone = ZoneId.of(ZONES[zoneNumber]);
    YearMonth of = YearMonth.of(year, month);
    Instant start = of.atDay(1).atStartOfDay(zone).toInstant();
    Instant end = of.plusMonths(1).atDay(1).atStartOfDay(zone).toInstant();
    JointPlan plan = plan(start, end, zone, fixedDays, lag);
    Map<Instant, List<Instant>> expected = model(of, zone, start, end, fixedDays, lag);
    Instant now = start.plus(Duration.ofHours(nowHours));
    int instances = 0;
    for (Instant hour = start; hour.isBefore(end); hour = hour.plus(HOUR)) {
      Vertex vertex = Plans.vertex(plan, PATH.format(hour));
      List<Instant> uses = expected.getOrDefault(hour, List.of());
      assertThat(vertex.uses()).as("uses of %s", hour).isEqualTo(uses);
      assertThat(vertex.reusability()).as("R of %s", hour).isEqualTo(uses.size());
      assertThat(vertex.nextUse(now))
          .as("next use of %s at %s", hour, now)
          .isEqualTo(uses.stream().filter(use -> !use.isBefore(now)).findFirst());
      assertThat(Plans.names(vertex.writers()))
          .containsExactly("make@" + Times.format(hour) + "/workflow");
      instances++;
    }
    assertThat(instances).isBetween(28 * 24 - 1, 31 * 24 + 1);
    assertThat(plan.clashes()).isEmpty();
  }

  private static JointPlan plan(
      Instant start, Instant end, ZoneId zone, boolean fixedDays, int lag) {
    String from = Times.format(start);
    String stop = Times.format(end.plus(Duration.ofDays(40)));
    String raw =
        Plans.dataset(
            "raw",
            "${coord:hours(1)}",
            from,
            zone.getId(),
            "/raw/${YEAR}/${MONTH}/${DAY}/${HOUR}-${MINUTE}");
    String data = Plans.datasets(raw);
    String day = fixedDays ? "${coord:current(-24)}" : "${coord:current(-coord:hoursInDay(-1))}";
    String act = Plans.action("/apps/none");
    String hours = "${coord:hours(1)}";
    return Plans.with(
            "daily.xml", coordinator("daily", "${coord:days(1)}", from, stop, zone, data, day, act))
        .and(
            "monthly.xml",
            coordinator(
                "monthly",
                "${coord:months(1)}",
                from,
                stop,
                zone,
                data,
                "${coord:current(-24 * coord:daysInMonth(-1))}",
                act))
        .and(
            "make.xml",
            Plans.coordinator(
                "make", hours, from, stop, data + Plans.writes("raw", "${coord:current(0)}") + act))
        .and(
            "hourly.xml",
            Plans.coordinator(
                "hourly",
                "60",
                from,
                stop,
                data + Plans.reads("raw", "${coord:current(" + -lag + ")}") + act))
        .window(start, end.plusSeconds(60))
        .plan();
  }

  private static String coordinator(
      String name,
      String frequency,
      String from,
      String stop,
      ZoneId zone,
      String data,
      String first,
      String act) {
    String events = Plans.readsRange("raw", first, "${coord:current(-1)}");
    return Plans.coordinator(name, frequency, from, stop, zone.getId(), data + events + act);
  }

  private static Map<Instant, List<Instant>> model(
      YearMonth of, ZoneId zone, Instant start, Instant end, boolean fixedDays, int lag) {
    Map<Instant, List<Instant>> uses = new HashMap<>();
    for (Instant hour = start; !hour.isAfter(end); hour = hour.plus(HOUR)) {
      // Of the current hour it waits for the job that makes it.
      Instant made = lag == 0 ? hour.plus(ExpectedStarts.TYPICAL_JOB) : hour;
      use(uses, hour.minus(HOUR.multipliedBy(lag)), made);
    }
    for (LocalDate day = of.atDay(2); !day.isAfter(of.plusMonths(1).atDay(1)); ) {
      Instant midnight = day.atStartOfDay(zone).toInstant();
      Instant yesterday = day.minusDays(1).atStartOfDay(zone).toInstant();
      long hours = fixedDays ? 24 : Duration.between(yesterday, midnight).toHours();
      for (long back = 1; back <= hours; back++) {
        use(uses, lastHour(start, midnight).minus(HOUR.multipliedBy(back)), midnight);
      }
      day = day.plusDays(1);
    }
    for (long back = 1; back <= 24L * of.lengthOfMonth(); back++) {
      use(uses, lastHour(start, end).minus(HOUR.multipliedBy(back)), end);
    }
    uses.values().forEach(Collections::sort);
    return uses;
  }

  private static Instant lastHour(Instant start, Instant time) {
    return start.plus(HOUR.multipliedBy(Duration.between(start, time).toHours()));
  }

  private static void use(Map<Instant, List<Instant>> uses, Instant hour, Instant at) {
    uses.computeIfAbsent(hour, h -> new ArrayList<>()).add(at);
  }
}
