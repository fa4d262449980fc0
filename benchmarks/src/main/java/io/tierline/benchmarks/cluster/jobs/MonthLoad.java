/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.jobs.Coordinators.Input;
import io.tierline.benchmarks.cluster.jobs.Coordinators.Often;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Coordinators of an imagined company. Each hour two kinds of raw data come in and are cleaned, and
 * sessions are made of both. Each day the cleaned data of 24 hours are summed up, of either kind,
 * and the day's sessions are joined. A job a week reads those of seven days, one a month those of
 * thirty. Raw data are deleted after a day, cleaned data and sessions after two and a half. Jobs
 * start at their nominal times, or when all that they read is there.
 *
 * <p>The time of a daily, weekly or monthly job counts as the chain's, that of hourly jobs does
 * not.
 */
public final class MonthLoad {
  private static final List<String> KINDS = List.of("web", "app");
  private static final int DAY_HOURS = 24;
  private static final int WEEK_DAYS = 7;
  private static final int MONTH_DAYS = 30;
  private static final double RAW_SECONDS = 86_400;
  private static final double CLEAN_SECONDS = 2.5 * 86_400;

  /** An hour has up to so much more or less than the mean. */
  private static final double VARIATION = 0.3;

  private final int tasks;
  private final long hourBytes;
  private final SplittableRandom random;

  private MonthLoad(int tasks, long hourBytes, SplittableRandom random) {
    this.tasks = tasks;
    this.hourBytes = hourBytes;
    this.random = random;
  }

  /**
   * The load.
   *
   * @param tasks of an hourly job that has no input to split, and behind shuffles; a daily one has
   *     four times as many
   * @param hourBytes raw data of an hour, the mean, of both kinds together
   * @param days how long
   * @param seed of how much comes in each hour
   */
  public static Workload of(int tasks, long hourBytes, int days, long seed) {
    List<Workflow> workflows = coordinators().workflows(days);
    MonthLoad load = new MonthLoad(tasks, hourBytes, new SplittableRandom(seed));
    List<Calendar.Due> jobs = new ArrayList<>();
    Map<String, Double> deletions = new LinkedHashMap<>();
    for (Workflow workflow : workflows) {
      Job job = workflow.jobs().get(0);
      double at = seconds(job.start().orElseThrow());
      jobs.add(new Calendar.Due(load.job(workflow, job), at));
      for (DatasetPath written : job.writes()) {
        if (workflow.name().startsWith("raw-")) {
          deletions.put(name(written), at + RAW_SECONDS);
        } else if (workflow.name().startsWith("clean-") || workflow.name().equals("sessions")) {
          deletions.put(name(written), at + CLEAN_SECONDS);
        }
      }
    }
    return new Workload(new Calendar(jobs, deletions, workflows));
  }

  private static Coordinators coordinators() {
    Coordinators all = new Coordinators();
    List<Input> hour = new ArrayList<>();
    List<Input> week = new ArrayList<>();
    List<Input> month = new ArrayList<>();
    for (String kind : KINDS) {
      all.add("raw-" + kind, Often.HOURLY);
      all.add("clean-" + kind, Often.HOURLY, new Input("raw-" + kind, Often.HOURLY, 1));
      all.add("day-" + kind, Often.DAILY, new Input("clean-" + kind, Often.HOURLY, DAY_HOURS));
      hour.add(new Input("clean-" + kind, Often.HOURLY, 1));
      week.add(new Input("day-" + kind, Often.DAILY, WEEK_DAYS));
      month.add(new Input("day-" + kind, Often.DAILY, MONTH_DAYS));
    }
    all.add("sessions", Often.HOURLY, hour.toArray(Input[]::new));
    all.add("day-sessions", Often.DAILY, new Input("sessions", Often.HOURLY, DAY_HOURS));
    week.add(new Input("day-sessions", Often.DAILY, WEEK_DAYS));
    month.add(new Input("day-sessions", Often.DAILY, MONTH_DAYS));
    all.add("week", Often.WEEKLY, week.toArray(Input[]::new));
    return all.add("month", Often.MONTHLY, month.toArray(Input[]::new));
  }

  private JobSpec job(Workflow workflow, Job job) {
    List<String> inputs = job.reads().stream().map(MonthLoad::name).toList();
    String output = name(job.writes().get(0));
    String kind = workflow.name();
    boolean isHourly =
        kind.startsWith("raw-") || kind.startsWith("clean-") || kind.equals("sessions");
    int many = isHourly ? tasks : 4 * tasks;
    long mapBytes = 0;
    int maps = 0;
    Program program = kind.startsWith("clean-") ? Program.CLEAN : Program.SUMMARISE;
    if (inputs.isEmpty()) {
      program = Program.INGEST;
      maps = tasks;
      double part = 1 - VARIATION + 2 * VARIATION * random.nextDouble();
      mapBytes = Math.round(part * hourBytes / KINDS.size() / tasks);
    }
    return new JobSpec(
        workflow.id(), program, inputs, output, maps, mapBytes, many, workflow.id(), !isHourly);
  }

  private static String name(DatasetPath path) {
    return path.path().substring(1);
  }

  private static double seconds(Instant time) {
    return Duration.between(Calendar.BEGIN, time).toSeconds();
  }
}
