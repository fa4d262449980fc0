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

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrequencyTest {
  private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");

  private static Frequency frequency(String text) {
    return Frequency.parse(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "60, 2026-03-08T08:00:00Z, 2026-03-09T08:00:00Z, 24",
    "1 DAY, 2026-03-08T08:00:00Z, 2026-03-09T07:00:00Z, 1",
    "1 DAY, 2026-11-01T07:00:00Z, 2026-11-02T08:00:00Z, 1",
    "1 MONTH, 2026-01-31T08:00:00Z, 2026-02-28T08:00:00Z, 1",
    "1 MONTH, 2026-01-31T08:00:00Z, 2026-03-31T07:00:00Z, 2",
    "1 WEEK, 2026-03-01T08:00:00Z, 2026-03-08T08:00:00Z, 1"
  })
  void hoursAreSpansOfTimeAndDaysAreStepsInTheCalendar(
      String frequency, Instant origin, Instant expected, int number) {
    assertThat(frequency(frequency).at(origin, PACIFIC, number)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    // Half past two, which 29 March does not have in Berlin, nor 8 March in Los Angeles.
    "1 DAY, Europe/Berlin, 2026-03-28T01:30:00Z, 1, 2026-03-29T00:30:00Z",
    "1 DAY, Europe/Berlin, 2026-03-28T01:30:00Z, 2, 2026-03-30T00:30:00Z",
    "1 WEEK, Europe/Berlin, 2026-03-01T01:30:00Z, 4, 2026-03-29T00:30:00Z",
    "1 DAY, America/Los_Angeles, 2026-03-01T10:30:00Z, 7, 2026-03-08T09:30:00Z",
    // A day that begins at one o'clock.
    "1 DAY, America/Havana, 2026-03-07T05:30:00Z, 1, 2026-03-08T05:30:00Z"
  })
  void actionInAGapOfDaylightSavingIsWhereOozieHasIt(
      String frequency, ZoneId zone, Instant origin, int number, Instant expected) {
    assertThat(frequency(frequency).at(origin, zone, number)).isEqualTo(expected);
  }

  /** At every hour, over both changes of daylight saving. */
  @ParameterizedTest
  @ValueSource(
      strings = {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"})
  void daysNearTheChangesAreThoseOfOoziesCalendar(String zone) {
    ZoneId calendar = ZoneId.of(zone);
    for (int hour = 0; hour < 24; hour++) {
      Instant origin = Instant.parse("2025-10-01T00:30:00Z").plusSeconds(3_600L * hour);
      for (int step = 0; step < 400; step++) {
        Calendar oozie = new GregorianCalendar(TimeZone.getTimeZone(zone));
        oozie.setTimeInMillis(origin.toEpochMilli());
        oozie.add(Calendar.DATE, step);
        assertThat(frequency("1 DAY").at(origin, calendar, step)).isEqualTo(oozie.toInstant());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1 END_OF_DAY, 2026-03-03T15:20:00Z, 2026-03-04T08:00:00Z",
    "1 END_OF_MONTH, 2026-03-03T15:20:00Z, 2026-04-01T07:00:00Z",
    "1 END_OF_WEEK, 2026-03-03T15:20:00Z, 2026-03-08T08:00:00Z",
    "1 DAY, 2026-03-03T15:20:00Z, 2026-03-03T15:20:00Z"
  })
  void anEndIsTheStartOfWhatFollows(String frequency, Instant start, Instant origin) {
    assertThat(frequency(frequency).origin(start, PACIFIC)).isEqualTo(origin);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "1 YEAR", "x", "", "0/10 * * * *", "999999999 DAY"})
  void whatIsNoFrequencyIsNone(String text) {
    assertThat(Frequency.parse(text)).isEmpty();
  }

  @Test
  void isWrittenForPeople() {
    assertThat(frequency("60")).hasToString("every hour");
    assertThat(frequency("20")).hasToString("every 20 minutes");
    assertThat(frequency("1 END_OF_MONTH")).hasToString("end of month");
    assertThat(frequency("2 DAY")).hasToString("every 2 days");
  }

  /** The calendar that Oozie itself counts with. */
  @Property(tries = 300)
  void stepsAreThoseOfTheCalendarOfOozie(
      @ForAll @LongRange(min = 1_000_000_000L, max = 2_000_000_000L) long second,
      @ForAll @IntRange(min = 0, max = 400) int number,
      @ForAll @IntRange(min = 1, max = 5) int amount,
      @ForAll boolean months) {
    Instant origin = Instant.ofEpochSecond(second);
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("America/Los_Angeles"));
    calendar.setTimeInMillis(origin.toEpochMilli());
    calendar.add(months ? Calendar.MONTH : Calendar.DATE, amount * number);
    Frequency frequency = frequency(amount + (months ? " MONTH" : " DAY"));
    assertThat(frequency.at(origin, PACIFIC, number)).isEqualTo(calendar.toInstant());
  }

  @Property(tries = 300)
  void theLastOccurrenceIsNotAfterAndTheNextIs(
      @ForAll @LongRange(min = 0, max = 4_000_000_000L) long origin,
      @ForAll @LongRange(min = 0, max = 4_000_000_000L) long time,
      @ForAll @IntRange(min = 1, max = 50) int amount,
      @ForAll @IntRange(min = 0, max = 3) int unit) {
    Frequency frequency = frequency(amount + new String[] {"", " DAY", " WEEK", " MONTH"}[unit]);
    Instant first = Instant.ofEpochSecond(origin);
    Instant at = Instant.ofEpochSecond(time);
    long last = frequency.lastAt(first, PACIFIC, at);
    assertThat(frequency.at(first, PACIFIC, last)).isBeforeOrEqualTo(at);
    assertThat(frequency.at(first, PACIFIC, last + 1)).isAfter(at);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-29T01:00Z, 2026-03-29T01:00:00Z",
    "2026-3-9T1:05Z, 2026-03-09T01:05:00Z",
    "2026-03-009T015:57Z, 2026-03-09T15:57:00Z",
    "2026-03-29T01:00+0530, 2026-03-28T19:30:00Z",
    "2026-03-29T01:00:30Z, 2026-03-29T01:00:00Z",
    "2026-03-29, 2026-03-29T00:00:00Z"
  })
  void timesAreReadAsOozieWritesThem(String text, Instant expected) {
    assertThat(Times.parse(text)).contains(expected);
    assertThat(Times.parse(Times.format(expected))).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-13-01T00:00Z",
        "2026-03-01T0024:00Z",
        "${start}",
        "",
        "2026-02-30T00:00Z",
        "now"
      })
  void whatIsNoTimeIsNone(String text) {
    assertThat(Times.parse(text)).isEmpty();
  }

  @Test
  void zonesAreThoseOfJava() {
    assertThat(Times.zone("Universal")).isPresent();
    assertThat(Times.zone("GMT")).isPresent();
    assertThat(Times.zone("PST").orElseThrow()).isEqualTo(PACIFIC);
    assertThat(Times.zone("GMT+0530").orElseThrow().getRules().getOffset(Instant.EPOCH))
        .isEqualTo(ZoneOffset.ofHoursMinutes(5, 30));
    assertThat(Times.zone("Mars/Olympus")).isEmpty();
  }
}
