/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Reading;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Of the jobs of an action that is to come those that use data, in the order of all: what cleans
 * up, marks or mails tells nothing of data, and there are as many of them as actions to come. The
 * time of those left out is that of the next one that stays.
 */
final class UsingJobs {
  /** How long a job is taken to run of which no run was seen, as elsewhere. */
  private static final Duration TYPICAL = Duration.ofMinutes(10);

  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<String, Integer> levels = new HashMap<>();
  private final Map<String, Set<String>> before = new HashMap<>();

  private UsingJobs(List<Job> all) {
    all.stream().filter(job -> !job.onError()).forEach(job -> jobs.put(job.name(), job));
  }

  /** Those of an action; its first job alone where none of them uses data. */
  static List<Job> of(List<Job> all) {
    UsingJobs action = new UsingJobs(all);
    List<Job> using =
        action.jobs.values().stream().filter(UsingJobs::uses).map(action::inOrder).toList();
    return using.isEmpty()
        ? action.jobs.values().stream().limit(1).map(action::inOrder).toList()
        : using;
  }

  private static boolean uses(Job job) {
    return !job.uses().isEmpty() || !job.renames().isEmpty();
  }

  private Job inOrder(Job job) {
    Set<String> after = before(job.name());
    int since = after.stream().mapToInt(this::level).max().orElse(0);
    Set<String> until = new TreeSet<>(job.reading().until());
    until.removeIf(name -> !jobs.containsKey(name) || !uses(jobs.get(name)));
    Reading reading = job.reading().until(until);
    int jobsOfTime = level(job.name()) - since;
    if (jobsOfTime > 1) {
      reading = reading.taking(reading.took().orElse(TYPICAL).multipliedBy(jobsOfTime));
    }
    return new Job(
        job.name(),
        job.type(),
        job.line(),
        after,
        Set.of(),
        false,
        job.uses(),
        job.renames(),
        reading,
        job.outputBytes());
  }

  /** Its place in the order of all, from 1; jobs in a circle have some place. */
  private int level(String name) {
    Integer known = levels.putIfAbsent(name, 0);
    if (known != null) {
      return known;
    }
    int level = 1;
    for (String other : jobs.get(name).after()) {
      level = jobs.containsKey(other) ? Math.max(level, level(other) + 1) : level;
    }
    levels.put(name, level);
    return level;
  }

  /** The last ones before it that use data. */
  private Set<String> before(String name) {
    Set<String> known = before.putIfAbsent(name, new TreeSet<>());
    if (known != null) {
      return known;
    }
    Set<String> all = before.get(name);
    for (String other : jobs.get(name).after()) {
      if (jobs.containsKey(other) && uses(jobs.get(other))) {
        all.add(other);
      } else if (jobs.containsKey(other)) {
        all.addAll(before(other));
      }
    }
    return all;
  }
}
