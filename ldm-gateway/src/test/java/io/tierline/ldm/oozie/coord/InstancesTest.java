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

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One action, at 10:30 on 15 March 2026, and what it reads of an hourly or a daily dataset. */
class InstancesTest {
  private static final String HOURLY =
      Plans.dataset(
          "hourly", "${coord:hours(1)}", "2026-03-01T00:00Z", "/h/${YEAR}-${MONTH}-${DAY}T${HOUR}");
  private static final String DAILY =
      Plans.dataset(
          "daily",
          "${coord:days(1)}",
          "2026-03-01T08:00Z",
          "America/Los_Angeles",
          "/d/${MONTH}-${DAY}T${HOUR}");
  private static final String CONSTANT =
      Plans.dataset("constant", "${coord:days(1)}", "2026-03-01T00:00Z", "/same");

  private static JointPlan plan(String events) {
    return plan("", events);
  }

  private static JointPlan plan(String dataset, String events) {
    return Plans.with(
            "c.xml",
            Plans.coordinator(
                "c",
                "${coord:days(1)}",
                "2026-03-15T10:30Z",
                "2026-03-16T00:00Z",
                Plans.datasets(HOURLY, DAILY, CONSTANT, dataset) + events + Plans.action("/none")))
        .plan();
  }

  private static String read(String dataset, String... instances) {
    return String.join(" ", Plans.paths(plan(Plans.reads(dataset, instances))));
  }

  private static List<String> range(String dataset, String first, String last) {
    return Plans.paths(plan(Plans.readsRange(dataset, first, last)));
  }

  @ParameterizedTest
  @CsvSource({
    "${coord:current(0)}, /h/2026-03-15T10",
    "${coord:current(-11)}, /h/2026-03-14T23",
    "${ coord:current( 2 ) }, /h/2026-03-15T12",
    "${coord:latest(0)}, /h/2026-03-15T10",
    "${coord:latest(-1)}, /h/2026-03-15T09",
    "'${coord:future(1, 5)}', /h/2026-03-15T11",
    "'${coord:offset(-1, \"DAY\")}', /h/2026-03-14T10",
    "'${coord:offset(-90, \"MINUTE\")}', /h/2026-03-15T08",
    "'${coord:absolute(\"2026-03-02T05:00Z\")}', /h/2026-03-02T05",
    "2026-03-03T07:00Z, /h/2026-03-03T07",
    "${coord:current(coord:daysInMonth(0))}, /h/2026-03-16T17",
    "${coord:current(-coord:hoursInDay(0))}, /h/2026-03-14T10",
    "${coord:endOfDays(-1)}, /h/2026-03-15T00",
    "'${coord:current(0)},${coord:current(-1)}', /h/2026-03-15T10 /h/2026-03-15T09"
  })
  void anInstanceIsWhatItsExpressionSays(String expression, String path) {
    assertThat(read("hourly", expression.replace("\"", "&quot;"))).isEqualTo(path);
  }

  /** Instances of an event that are told by its own instances have no end. */
  @Test
  void instanceIsNotToldByThoseOfAnEvent() {
    String own = "${coord:dataIn('in')}";
    JointPlan plan = plan(Plans.reads("hourly", own));
    assertThat(Plans.paths(plan)).containsExactly("/h/${YEAR}-${MONTH}-${DAY}T${HOUR}");
    assertThat(plan.findings())
        .filteredOn(finding -> finding.subject().equals(own))
        .extracting(Finding::why)
        .containsExactly("coord:dataIn() is not known where an instance is told");
  }

  @Test
  void instancesOfADayFollowTheDatasetsTimeZone() {
    // On 8 March daylight saving began there.
    assertThat(read("daily", "${coord:current(0)}")).isEqualTo("/d/03-15T07");
    assertThat(read("daily", "${coord:current(-8)}")).isEqualTo("/d/03-07T08");
    assertThat(read("hourly", "${coord:current(coord:tzOffset() / 60)}"))
        .isEqualTo("/h/2026-03-15T10");
    assertThat(read("daily", "${coord:current(coord:tzOffset() / 60)}")).isEqualTo("/d/03-08T08");
  }

  @Test
  void aRangeHoldsBothItsEndsAndNothingBeforeTheFirstInstance() {
    assertThat(range("hourly", "${coord:current(-2)}", "${coord:current(0)}"))
        .containsExactly("/h/2026-03-15T10", "/h/2026-03-15T09", "/h/2026-03-15T08");
    assertThat(range("daily", "${coord:current(-100)}", "${coord:current(-13)}"))
        .containsExactly("/d/03-02T08", "/d/03-01T08");
    assertThat(range("daily", "${coord:endOfMonths(-1)}", "${coord:current(0)}")).hasSize(15);
    assertThat(range("daily", "${coord:endOfWeeks(-1)}", "${coord:current(0)}"))
        .containsExactly("/d/03-15T07");
    assertThat(range("hourly", "${coord:absolute('2026-03-15T07:30Z')}", "${coord:current(-1)}"))
        .containsExactly("/h/2026-03-15T09", "/h/2026-03-15T08");
    assertThat(range("hourly", "${coord:offset(-90, 'MINUTE')}", "${coord:offset(0, 'HOUR')}"))
        .containsExactly("/h/2026-03-15T10", "/h/2026-03-15T09");
    assertThat(range("hourly", "${coord:latest(-1)}", "${coord:latest(0)}")).hasSize(2);
    assertThat(range("hourly", "${coord:current(1)}", "${coord:current(0)}")).isEmpty();
  }

  /** As a real server has it: see OozieInstancesTest. */
  @Test
  void endOfAMonthThatEndsARangeIsACurrentInstance() {
    assertThat(range("daily", "${coord:endOfMonths(-1)}", "${coord:endOfMonths(-13)}"))
        .containsExactly("/d/03-02T08", "/d/03-01T08");
    assertThat(range("hourly", "${coord:endOfDays(-1)}", "${coord:endOfDays(0)}")).hasSize(11);
  }

  /** From 29 November three months lead to 28 February, and from there to the 28th for good. */
  @Test
  void rangeKeepsTheDayThatAShortMonthHasMovedItTo() {
    String quarterly =
        Plans.dataset(
            "quarterly", "${coord:months(3)}", "2024-11-29T00:00Z", "/q/${YEAR}${MONTH}${DAY}");
    String whole = Plans.readsRange("quarterly", "${coord:current(-5)}", "${coord:current(0)}");
    assertThat(Plans.paths(plan(quarterly, whole)))
        .containsExactly(
            "/q/20260228",
            "/q/20251128",
            "/q/20250828",
            "/q/20250528",
            "/q/20250228",
            "/q/20241129");
    String young = Plans.readsRange("quarterly", "${coord:current(-20)}", "${coord:current(-4)}");
    assertThat(Plans.paths(plan(quarterly, young))).containsExactly("/q/20250228");
    assertThat(Plans.paths(plan(quarterly, Plans.reads("quarterly", "${coord:current(-4)}"))))
        .containsExactly("/q/20250228");
    assertThat(Plans.paths(plan(quarterly, Plans.reads("quarterly", "${coord:current(-3)}"))))
        .containsExactly("/q/20250529");
  }

  @Test
  void anInstanceBeforeTheFirstIsNone() {
    assertThat(read("hourly", "${coord:current(-1000)}")).isEmpty();
  }

  @Test
  void aPlaceThatIsTheSameForAllInstancesIsReadAsItIs() {
    assertThat(read("constant", "${coord:latest(-3)}")).isEqualTo("/same");
  }

  @Test
  void whichLatestInstanceIsMeantIsAGuess() {
    JointPlan plan = plan(Plans.reads("hourly", "${coord:latest(0)}"));
    assertThat(plan.workflows().get(0).jobs().get(0).uses()).allMatch(use -> use.inferred());
    assertThat(plan.findings())
        .anyMatch(f -> f.why().contains("taken as those due at the nominal time"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${coord:current(x)}",
        "${nowhere}",
        "yesterday",
        "${coord:offset(1, 'CENTURY')}",
        "${coord:hours(1)}",
        "${coord:current(2147483647 * 4)}",
        "@coord:current:99999999999:;",
        "${coord:absolute('2026-99-99T00:00Z;#')}"
      })
  void whatNamesNoInstanceIsReportedAndTheDatasetStays(String expression) {
    JointPlan plan = plan(Plans.reads("hourly", expression));
    assertThat(plan.files().get(0).refused()).isNull();
    assertThat(Plans.paths(plan).size() + plan.findings().size()).isPositive();
    assertThat(Plans.paths(plan)).allMatch(path -> path.startsWith("/h/"));
  }

  @Test
  void instancesBeyondTheCalendarAreReported() {
    JointPlan plan = plan(Plans.reads("daily", "${coord:offset(2000000000, 'YEAR')}"));
    assertThat(plan.findings()).anyMatch(f -> f.why().contains("beyond the calendar"));
  }

  @ParameterizedTest
  @CsvSource({
    "${coord:current(5)}, ${coord:current(-5)}, true",
    "${coord:latest(0)}, ${coord:latest(-1)}, true",
    "2026-03-15T05:00Z, 2026-03-15T04:00Z, true",
    "${coord:current(-5)}, ${coord:current(-5)}, false",
    "2026-03-15T04:00Z, 2026-03-15T05:00Z, false",
    "2020-01-01T00:00Z, ${coord:current(0)}, false"
  })
  void rangeThatBeginsBehindItsEndIsReported(String first, String last, boolean isReported) {
    JointPlan plan = plan(Plans.readsRange("hourly", first, last));
    assertThat(plan.findings().stream().anyMatch(f -> f.why().contains("begins behind its end")))
        .isEqualTo(isReported);
  }
}
