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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {
  private static String times(String cron, String after, int count) {
    CronSchedule schedule = CronSchedule.parse(cron).orElseThrow();
    List<String> times = new ArrayList<>();
    Optional<Instant> next = schedule.after(Times.parse(after).orElseThrow());
    while (next.isPresent() && times.size() < count) {
      times.add(Times.format(next.get()).substring(5));
      next = schedule.after(next.get());
    }
    return String.join(" ", times);
  }

  @ParameterizedTest
  @CsvSource({
    "0/20 * * * *, 01-31T23:20Z 01-31T23:40Z 02-01T00:00Z",
    "10 9 * * *, 02-01T09:10Z 02-02T09:10Z 02-03T09:10Z",
    "'0 10,14 * * ?', 02-01T10:00Z 02-01T14:00Z 02-02T10:00Z",
    "30 14 5 * *, 02-05T14:30Z 03-05T14:30Z 04-05T14:30Z",
    "0 0 ? * MON-FRI, 02-02T00:00Z 02-03T00:00Z 02-04T00:00Z",
    "0 0 ? * 1, 02-01T00:00Z 02-08T00:00Z 02-15T00:00Z",
    "0 0 L * ?, 02-28T00:00Z 03-31T00:00Z 04-30T00:00Z",
    "0 0 L-2 * ?, 02-26T00:00Z 03-29T00:00Z 04-28T00:00Z",
    "0 0 LW * ?, 02-27T00:00Z 03-31T00:00Z 04-30T00:00Z",
    "0 0 15W * ?, 02-16T00:00Z 03-16T00:00Z 04-15T00:00Z",
    "0 0 1W * ?, 02-02T00:00Z 03-02T00:00Z 04-01T00:00Z",
    "0 0 ? * 6L, 02-27T00:00Z 03-27T00:00Z 04-24T00:00Z",
    "0 0 ? * FRI#2, 02-13T00:00Z 03-13T00:00Z 04-10T00:00Z",
    "0 0 ? * L, 02-07T00:00Z 02-14T00:00Z 02-21T00:00Z",
    "0 0 1 3/3 *, 03-01T00:00Z 06-01T00:00Z 09-01T00:00Z",
    "0 22-2/2 * * *, 02-01T00:00Z 02-01T02:00Z 02-01T22:00Z",
    "0 0 13 * 6, 02-06T00:00Z 02-13T00:00Z 02-20T00:00Z"
  })
  void fieldsMeanWhatOozieDocuments(String cron, String expected) {
    assertThat(times(cron, "2026-01-31T23:10Z", 3)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "* * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 32 * *",
        "* * * 13 *",
        "* * * * 8",
        "a * * * *",
        "1- * * * *",
        "*/0 * * * *",
        "* * 1,x * *",
        "* * * * MONDAY",
        "* * * * 9L",
        ""
      })
  void whatIsNoScheduleIsNone(String text) {
    assertThat(CronSchedule.parse(text)).isEmpty();
  }

  @Test
  void aDayThatNeverComesEndsTheSearch() {
    assertThat(times("0 0 30 2 ?", "2026-01-01T00:00Z", 1)).isEmpty();
  }

  @Test
  void dailyTimesFollowDaylightSavingAndHourlyOnesDoNot() {
    Instant start = Instant.parse("2026-03-01T09:00:00Z");
    Instant before = Instant.parse("2026-03-27T09:00:00Z");
    Instant after = Instant.parse("2026-03-29T09:00:00Z");
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    assertThat(CronSchedule.shifted(after, before, start, berlin))
        .isEqualTo(Instant.parse("2026-03-29T08:00:00Z"));
    assertThat(CronSchedule.shifted(before, start, start, berlin)).isEqualTo(before);
    assertThat(CronSchedule.shifted(after, after.minusSeconds(3600), start, berlin))
        .isEqualTo(after);
  }

  @Test
  void aScheduleWithCronHasItsStartAsFirstTimeWhenItFits() {
    Schedule schedule =
        new Schedule(
            null,
            CronSchedule.parse("0 9 * * *").orElseThrow(),
            Instant.parse("2026-03-01T09:00:00Z"),
            Instant.parse("2026-03-04T00:00:00Z"),
            ZoneId.of("UTC"));
    assertThat(schedule.times(Instant.parse("2026-01-01T00:00:00Z"), Instant.MAX, 100))
        .hasSize(3)
        .startsWith(Instant.parse("2026-03-01T09:00:00Z"));
    assertThat(schedule.times(Instant.parse("2026-03-02T00:00:00Z"), Instant.MAX, 1))
        .containsExactly(Instant.parse("2026-03-02T09:00:00Z"));
  }

  @Test
  void whatDaylightSavingShiftsCountsInTheWindowWhereItIsShiftedTo() {
    Schedule schedule =
        new Schedule(
            null,
            CronSchedule.parse("15 6 * * *").orElseThrow(),
            Instant.parse("2026-03-01T00:00:00Z"),
            Instant.parse("2026-04-02T06:00:00Z"),
            ZoneId.of("Europe/Berlin"));
    Instant day = Instant.parse("2026-04-01T00:00:00Z");
    Instant six = day.plusSeconds(6 * 3600);
    List<Instant> shifted = List.of(Instant.parse("2026-04-01T05:15:00Z"));
    assertThat(schedule.times(day, six, 9)).isEqualTo(shifted);
    assertThat(schedule.times(six, day.plusSeconds(86_400), 9)).isEmpty();
    assertThat(schedule.times(day, Instant.MAX, 9)).isEqualTo(shifted);
  }
}
