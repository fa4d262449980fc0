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
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts what a coordinator's action reads and writes onto the jobs of its workflow that run a
 * program: see {@link Engines}. A path that a job states by itself, or one above or below it, is
 * that job's. Any other input is read by one job, the first, so that the action counts as one
 * reader; any other output is written by the last, and by each of them where several run side by
 * side. A reader of the inputs counts until all of them have ended: which of them reads what else
 * is not known.
 */
final class Attachment {
  /**
   * Writes of one action that are put onto its jobs: a workflow may have a thousand of them side by
   * side, and a coordinator ten thousand outputs.
   */
  static final int WRITES_MAX = 50_000;

  private final List<Job> jobs;
  private final List<DatasetUse> uses;
  private final Engines engines;

  private Attachment(List<Job> jobs, List<DatasetUse> uses) {
    this.jobs = jobs;
    this.uses = uses;
    this.engines = new Engines(jobs);
  }

  /**
   * The workflow of an action.
   *
   * @param id the action's id
   * @param name the coordinator's name
   * @param jobs the workflow's jobs; none when its definition is not at hand
   * @param uses what the action reads and writes
   * @param when when the action reads
   * @param line the line of the coordinator's action
   */
  static Workflow attach(
      String id, String name, List<Job> jobs, List<DatasetUse> uses, Reading when, int line) {
    if (jobs.isEmpty()) {
      Job.Builder whole = Job.named("workflow", "workflow").line(line).reading(when);
      uses.forEach(whole::use);
      return new Workflow(id, name, List.of(whole.build()), List.of());
    }
    return new Workflow(id, name, new Attachment(jobs, uses).timed(when), List.of());
  }

  private List<Job> timed(Reading when) {
    Map<String, List<DatasetUse>> more = new HashMap<>();
    addReads(more);
    addWrites(more);
    Set<String> readers = readers(more);
    List<Job> timed = new ArrayList<>(jobs.size());
    for (Job job : jobs) {
      Reading own = when.by(job.reading().tasks());
      Job.Builder with = Job.like(job).reading(own);
      more.getOrDefault(job.name(), List.of()).forEach(with::use);
      if (readers.contains(job.name())) {
        Set<String> ends = new TreeSet<>(engines.ends());
        ends.remove(job.name());
        with.reading(own.until(ends));
      }
      timed.add(with.build());
    }
    return timed;
  }

  private void addReads(Map<String, List<DatasetUse>> more) {
    List<DatasetUse> open = notStated(Access.READ);
    engines.first().stream().limit(open.isEmpty() ? 0 : 1).forEach(job -> more.put(job, open));
  }

  /**
   * Of writers side by side only one claims the dataset: together they are no contradiction. Where
   * there are too many, it and some others write.
   */
  private void addWrites(Map<String, List<DatasetUse>> more) {
    List<DatasetUse> open = notStated(Access.WRITE);
    if (open.isEmpty()) {
      return;
    }
    List<DatasetUse> shared =
        open.stream().map(use -> new DatasetUse(use.dataset(), Access.WRITE, true)).toList();
    boolean isFirst = true;
    for (String job : writers(open.size())) {
      List<DatasetUse> all = new ArrayList<>(more.getOrDefault(job, List.of()));
      all.addAll(isFirst ? open : shared);
      more.put(job, all);
      isFirst = false;
    }
  }

  private List<String> writers(int outputs) {
    return engines.last().stream().limit(Math.max(1, WRITES_MAX / outputs)).toList();
  }

  /**
   * Who stands for the action as a reader of its inputs: of each input the last job that states it,
   * and of all that none states the first program.
   */
  private Set<String> readers(Map<String, List<DatasetUse>> more) {
    Set<String> readers = new HashSet<>();
    for (String job : engines.first()) {
      if (more.getOrDefault(job, List.of()).stream().anyMatch(u -> u.access() == Access.READ)) {
        readers.add(job);
      }
    }
    Map<DatasetPath, Integer> last = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      for (DatasetPath read :
          jobs.get(i).onError() ? List.<DatasetPath>of() : jobs.get(i).reads()) {
        last.put(read, i);
      }
    }
    for (DatasetUse use : last.isEmpty() ? List.<DatasetUse>of() : uses) {
      if (use.access() == Access.READ) {
        last.entrySet().stream()
            .filter(read -> touch(use.dataset(), read.getKey()))
            .max(Map.Entry.comparingByValue())
            .ifPresent(read -> readers.add(jobs.get(read.getValue()).name()));
      }
    }
    return readers;
  }

  private List<DatasetUse> notStated(Access access) {
    Set<DatasetPath> stated = new HashSet<>();
    for (Job job : jobs) {
      if (!job.onError()) {
        stated.addAll(access == Access.READ ? job.reads() : job.writes());
      }
    }
    List<DatasetUse> open = new ArrayList<>();
    for (DatasetUse use : uses) {
      DatasetPath path = use.dataset();
      boolean isStated =
          stated.contains(path) || stated.stream().anyMatch(other -> touch(other, path));
      if (use.access() == access && !isStated) {
        open.add(use);
      }
    }
    return open;
  }

  private static boolean touch(DatasetPath one, DatasetPath other) {
    return one.covers(other) || other.covers(one);
  }
}
