/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.coord.JointPlan;
import io.tierline.ldm.oozie.coord.PlanFile;
import io.tierline.ldm.oozie.coord.PlanWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Definitions of Oozie coordinators, and what LDM's own classes make of them: a workflow of one job
 * for each action, with its nominal time, what it reads and what it writes.
 */
final class Coordinators {
  private static final Duration DAY = Duration.ofDays(1);

  private final List<PlanFile> files = new ArrayList<>();

  /**
   * How often a coordinator runs.
   *
   * @param frequency as Oozie writes it
   * @param template of a dataset's path, below its name
   * @param first its first nominal time, after {@link Calendar#BEGIN}
   */
  enum Often {
    /** From the first hour on. */
    HOURLY("${coord:hours(1)}", "${YEAR}/${MONTH}/${DAY}/${HOUR}", Duration.ZERO),
    /** From the end of the first day on. */
    DAILY("${coord:days(1)}", "${YEAR}/${MONTH}/${DAY}", DAY),
    /** From the end of the first week on. */
    WEEKLY("${coord:days(7)}", "${YEAR}/${MONTH}/${DAY}", DAY.multipliedBy(7)),
    /** From the end of the first thirty days on. */
    MONTHLY("${coord:days(30)}", "${YEAR}/${MONTH}/${DAY}", DAY.multipliedBy(30));

    private final String frequency;
    private final String template;
    private final Duration first;

    Often(String frequency, String template, Duration first) {
      this.frequency = frequency;
      this.template = template;
      this.first = first;
    }

    private Instant start() {
      return Calendar.BEGIN.plus(first);
    }
  }

  /**
   * Instances of a dataset that an action reads: the newest one at its time and those before it.
   *
   * @param dataset its name
   * @param often how often it is written
   * @param instances how many are read
   */
  record Input(String dataset, Often often, int instances) {}

  /** Adds one that writes a dataset of its own name. */
  Coordinators add(String name, Often often, Input... inputs) {
    StringBuilder datasets = new StringBuilder(dataset(name, often));
    StringBuilder events = new StringBuilder();
    for (Input input : inputs) {
      datasets.append(dataset(input.dataset(), input.often()));
      events.append(
          """
          <data-in name="in-%s" dataset="%s">
            <start-instance>${coord:current(%d)}</start-instance>
            <end-instance>${coord:current(0)}</end-instance>
          </data-in>
          """
              .formatted(input.dataset(), input.dataset(), 1 - input.instances()));
    }
    String in = inputs.length == 0 ? "" : "<input-events>" + events + "</input-events>";
    String text =
        """
        <coordinator-app xmlns="uri:oozie:coordinator:0.4" name="%s" frequency="%s"
            start="%s" end="2027-12-31T00:00Z" timezone="UTC">
          <datasets>%s</datasets>
          %s
          <output-events>
            <data-out name="out" dataset="%s"><instance>${coord:current(0)}</instance></data-out>
          </output-events>
          <action><workflow><app-path>hdfs://nn:8020/apps/%s</app-path></workflow></action>
        </coordinator-app>
        """
            .formatted(name, often.frequency, minute(often.start()), datasets, in, name, name);
    files.add(
        new PlanFile(name + "/coordinator.xml", text.getBytes(UTF_8), path -> Optional.empty()));
    return this;
  }

  private static String dataset(String name, Often often) {
    return """
        <dataset name="%s" frequency="%s" initial-instance="%s" timezone="UTC">
          <uri-template>hdfs://nn:8020/%s/%s</uri-template>
        </dataset>
        """
        .formatted(name, often.frequency, minute(often.start()), name, often.template);
  }

  /** As Oozie writes times. */
  private static String minute(Instant time) {
    return time.toString().replace(":00Z", "Z");
  }

  /** The actions of so many days, and those at their end. */
  List<Workflow> workflows(int days) {
    Instant end = Calendar.BEGIN.plus(DAY.multipliedBy(days)).plusSeconds(60);
    JointPlan plan =
        JointPlan.of(files, Map.of("user.name", "etl"), new PlanWindow(Calendar.BEGIN, end));
    return plan.workflows().stream()
        .map(workflow -> workflow.mapDatasets(path -> new DatasetPath("", path.path())))
        .toList();
  }
}
