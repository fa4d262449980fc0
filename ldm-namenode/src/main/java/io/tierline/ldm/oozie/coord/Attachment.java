/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Puts what a coordinator's action reads and writes onto the jobs of its workflow. A path that a
 * job states by itself, or one above or below it, is that job's. Any other input is read by one
 * job, the first that waits for none, so that the action counts as one reader; any other output is
 * written by one job, the last that none waits for. Jobs that run only after a failure are neither,
 * unless there is no other.
 */
final class Attachment {
  private Attachment() {}

  /**
   * The workflow of an action.
   *
   * @param id the action's id
   * @param name the coordinator's name
   * @param jobs the workflow's jobs; none when its definition is not at hand
   * @param uses what the action reads and writes
   * @param nominal the action's nominal time; null when it is not known
   * @param line the line of the coordinator's action
   */
  static Workflow attach(
      String id, String name, List<Job> jobs, List<DatasetUse> uses, Instant nominal, int line) {
    if (jobs.isEmpty()) {
      Job.Builder whole = Job.named("workflow", "workflow").line(line).start(nominal);
      uses.forEach(whole::use);
      return new Workflow(id, name, List.of(whole.build()), List.of());
    }
    List<DatasetUse> reads = notStated(jobs, uses, Access.READ);
    List<DatasetUse> writes = notStated(jobs, uses, Access.WRITE);
    int entry = reads.isEmpty() ? -1 : entry(jobs);
    int exit = writes.isEmpty() ? -1 : exit(jobs);
    List<Job> timed = new ArrayList<>(jobs.size());
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      List<DatasetUse> all = job.uses();
      if (i == entry || i == exit) {
        all = new ArrayList<>(all);
        all.addAll(i == entry ? reads : List.of());
        all.addAll(i == exit ? writes : List.of());
      }
      timed.add(with(job, all, nominal));
    }
    return new Workflow(id, name, timed, List.of());
  }

  private static Job with(Job job, List<DatasetUse> uses, Instant nominal) {
    return new Job(
        job.name(),
        job.type(),
        job.line(),
        job.after(),
        job.excludes(),
        job.onError(),
        uses,
        job.renames(),
        Optional.ofNullable(nominal));
  }

  private static List<DatasetUse> notStated(List<Job> jobs, List<DatasetUse> uses, Access access) {
    Set<DatasetPath> stated = new HashSet<>();
    for (Job job : jobs) {
      stated.addAll(access == Access.READ ? job.reads() : job.writes());
    }
    List<DatasetUse> open = new ArrayList<>();
    for (DatasetUse use : uses) {
      DatasetPath path = use.dataset();
      if (use.access() == access && !isStated(path, stated)) {
        open.add(use);
      }
    }
    return open;
  }

  private static boolean isStated(DatasetPath path, Set<DatasetPath> stated) {
    return stated.contains(path)
        || stated.stream().anyMatch(other -> other.covers(path) || path.covers(other));
  }

  private static int entry(List<Job> jobs) {
    for (int i = 0; i < jobs.size(); i++) {
      if (jobs.get(i).after().isEmpty() && !jobs.get(i).onError()) {
        return i;
      }
    }
    return 0;
  }

  private static int exit(List<Job> jobs) {
    Set<String> awaited = new HashSet<>();
    jobs.stream().filter(job -> !job.onError()).forEach(job -> awaited.addAll(job.after()));
    for (int i = jobs.size() - 1; i >= 0; i--) {
      if (!jobs.get(i).onError() && !awaited.contains(jobs.get(i).name())) {
        return i;
      }
    }
    return jobs.size() - 1;
  }
}
