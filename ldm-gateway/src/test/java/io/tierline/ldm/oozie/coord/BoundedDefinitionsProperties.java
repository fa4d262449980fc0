/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static io.tierline.ldm.oozie.coord.HourlyChain.RAW;
import static io.tierline.ldm.oozie.coord.HourlyChain.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.testing.ThreadTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** A small definition that asks for much: a line says so, before anything is made. */
class BoundedDefinitionsProperties {
  private static final long SLOWEST_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int SMALL = 1_000;

  private static final String[] NUMBERS = {
    "0",
    "-1",
    "-9999",
    "-10000",
    "-50000",
    "-2000000000",
    "2147483647",
    "-2147483648",
    "-24 * coord:daysInMonth(-2147483648)",
    "coord:hoursInDay(-9) * -99999",
    "1 / 0"
  };
  private static final String[] FUNCTIONS = {
    "coord:current(%s)", "coord:latest(%s)", "coord:future(%s, 2147483647)",
    "coord:offset(%s, 'MINUTE')", "coord:offset(%s, 'YEAR')", "coord:endOfMonths(%s)"
  };
  private static final String[] FREQUENCIES = {
    "1",
    "60",
    "99999999",
    "${coord:days(1)}",
    "${coord:months(1)}",
    "${coord:endOfWeeks(1)}",
    "0/1 * * * *",
    "0 0 29 2 MON"
  };
  private static final String[] ORIGINS = {"0001-01-01T00:00Z", "2026-01-01T00:00Z", START};

  private static JointPlan plan(String coordinator, String until) {
    return Plans.with("c.xml", coordinator)
        .properties(Map.of("nameNode", "hdfs://nn"))
        .window(START, until)
        .plan();
  }

  private static int uses(JointPlan plan) {
    return plan.workflows().stream()
        .flatMap(workflow -> workflow.jobs().stream())
        .mapToInt(job -> job.uses().size())
        .sum();
  }

  @Example
  void rangeOfAllTimesIsOneLine() {
    String dataset =
        Plans.dataset("all", "1", "0001-01-01T00:00Z", "/all/${YEAR}${MONTH}${DAY}${HOUR}");
    String coordinator =
        Plans.coordinator(
            "greedy",
            "60",
            START,
            "2030-01-01T00:00Z",
            Plans.datasets(dataset)
                + Plans.readsRange("all", "${coord:current(-2000000000)}", "${coord:current(0)}")
                + Plans.action("/none"));
    assertThat(coordinator).hasSizeLessThan(SMALL);
    JointPlan plan = plan(coordinator, null);
    assertThat(uses(plan)).isEqualTo(24);
    assertThat(Plans.paths(plan)).containsExactly("/all/${YEAR}${MONTH}${DAY}${HOUR}");
    assertThat(plan.findings())
        .filteredOn(finding -> finding.why().contains("more than 10000 are not taken"))
        .hasSize(1);
  }

  @Example
  void listOfInstancesIsBoundedToo() {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      events.append("<instance>");
      for (int j = 0; j < 400; j++) {
        events.append("${coord:current(-").append(400 * i + j).append(")}#");
      }
      events.append("</instance>");
    }
    String coordinator =
        Plans.coordinator(
            "list",
            "60",
            "2028-01-01T00:00Z",
            "2028-01-01T02:00Z",
            Plans.datasets(RAW)
                + "<input-events><data-in name='in' dataset='raw'>"
                + events
                + "</data-in></input-events>"
                + Plans.action("/none"));
    JointPlan plan =
        Plans.with("c.xml", coordinator).properties(Map.of("nameNode", "hdfs://nn")).plan();
    assertThat(uses(plan)).isLessThanOrEqualTo(2 * InstanceReference.INSTANCES_MAX);
  }

  /** Each of some data sets read in a range by one action. */
  private static String readsEach(int datasets, String directory, String frequency, int instances) {
    StringBuilder all = new StringBuilder();
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < datasets; i++) {
      String uri = directory + i + "/${YEAR}${MONTH}${DAY}${HOUR}${MINUTE}";
      all.append(Plans.dataset("d" + i, frequency, "2026-01-01T00:00Z", uri));
      events.append(
          "<data-in name='in%d' dataset='d%d'>".formatted(i, i)
              + "<start-instance>${coord:current(%d)}</start-instance>".formatted(1 - instances)
              + "<end-instance>${coord:current(0)}</end-instance></data-in>");
    }
    return Plans.coordinator(
        "many",
        "60",
        "2028-01-01T00:00Z",
        "2028-01-02T00:00Z",
        Plans.datasets(all.toString())
            + "<input-events>"
            + events
            + "</input-events>"
            + Plans.action("/none"));
  }

  private static ServedCoordinator served(String coordinator) throws Exception {
    return new ServedCoordinator(
        "0-C",
        coordinator.getBytes(StandardCharsets.UTF_8),
        Map.of(),
        new ObservedRuns(),
        (path, user, most) -> new byte[0],
        "ann");
  }

  private static List<Finding> findings(ServedCoordinator coordinator, String why) {
    return coordinator.findings().stream().filter(f -> f.why().contains(why)).toList();
  }

  @Example
  void eventsOfOneActionAreBoundedTogether() throws Exception {
    ServedCoordinator coordinator = served(readsEach(200, "/d", "1", 6_000));
    Instant nominal = Instant.parse("2028-01-01T00:00:00Z");
    for (int hour = 0; hour < 2; hour++) {
      long before = coordinator.instancesMade();
      List<Job> jobs = coordinator.jobs(nominal.plus(Duration.ofHours(hour)));
      assertThat(jobs).singleElement().satisfies(job -> assertThat(job.uses()).hasSize(6_199));
      assertThat(coordinator.instancesMade() - before).isEqualTo(6_199);
    }
    assertThat(findings(coordinator, "more than 10000 are not taken")).hasSize(199);
  }

  @Example
  void placesOfOneActionAreBoundedByTheirCharacters() throws Exception {
    String directory = "/" + "a".repeat(4_000) + "/";
    ServedCoordinator coordinator = served(readsEach(40, directory, "1", 250));
    long characters =
        coordinator.uses(Instant.parse("2028-01-01T00:00:00Z")).stream()
            .mapToLong(use -> use.dataset().path().length())
            .sum();
    assertThat(characters).isLessThan(ActionBudget.CHARACTERS_MAX + 40 * 5_000L);
    assertThat(findings(coordinator, "more than 8388608 characters")).hasSizeBetween(30, 39);
  }

  @Example
  void monthOfHoursOfManyDatasetsIsTakenWhole() throws Exception {
    ServedCoordinator coordinator = served(readsEach(13, "/wide/data/raw/topic", "60", 744));
    assertThat(coordinator.uses(Instant.parse("2028-01-01T00:00:00Z"))).hasSize(13 * 744);
    assertThat(coordinator.findings()).isEmpty();
  }

  @Example
  void yearsOfMinutesAreCutWithALine() {
    String coordinator =
        Plans.coordinator(
            "minutes",
            "1",
            START,
            "9999-01-01T00:00Z",
            Plans.datasets(RAW)
                + Plans.reads("raw", "${coord:current(0)}")
                + Plans.action("/none"));
    JointPlan plan = plan(coordinator, "9999-01-01T00:00Z");
    assertThat(plan.workflows()).hasSize(Runs.ACTIONS_OF_ONE_MAX);
    assertThat(plan.findings()).anyMatch(finding -> finding.why().contains("only its first"));
  }

  @Tag("slow")
  @Property(tries = 40)
  void noSmallDefinitionTakesLong(
      @ForAll @IntRange(min = 0, max = 5) int function,
      @ForAll @IntRange(min = 0, max = 10) int first,
      @ForAll @IntRange(min = 0, max = 10) int last,
      @ForAll @IntRange(min = 0, max = 7) int often,
      @ForAll @IntRange(min = 0, max = 7) int made,
      @ForAll @IntRange(min = 0, max = 2) int origin,
      @ForAll boolean always) {
    String dataset =
        Plans.dataset("d", FREQUENCIES[made], ORIGINS[origin], "/d/${YEAR}${MONTH}${DAY}${HOUR}");
    String from = "${" + FUNCTIONS[function].formatted(NUMBERS[first]) + "}";
    String to = "${" + FUNCTIONS[function].formatted(NUMBERS[last]) + "}";
    String coordinator =
        Plans.coordinator(
            "greedy",
            FREQUENCIES[often],
            ORIGINS[origin],
            "9999-01-01T00:00Z",
            Plans.datasets(dataset) + Plans.readsRange("d", from, to) + Plans.action("/none"));
    assertThat(coordinator).hasSizeLessThan(SMALL);
    long began = ThreadTime.nanos();
    JointPlan plan = plan(coordinator, always ? "9999-01-01T00:00Z" : null);
    assertThat(ThreadTime.nanos() - began).as(coordinator).isLessThan(SLOWEST_NANOS);
    assertThat(uses(plan))
        .as(coordinator)
        .isLessThanOrEqualTo(Runs.USES_OF_ONE_MAX + InstanceReference.INSTANCES_MAX);
    assertThat(plan.findings()).allMatch(finding -> !finding.why().contains("\n"));
  }
}
