/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which job comes before which, from a set of edges: levels by Kahn's algorithm, reachability by
 * bit sets filled in the same order.
 */
final class JobOrder {
  private final List<JobId> jobs;
  private final Map<JobId, Integer> numbers;
  private final List<List<Integer>> successors = new ArrayList<>();
  private final int[] levels;
  private final List<Integer> order = new ArrayList<>();
  private volatile BitSet @Nullable [] ancestors;

  private JobOrder(Collection<JobId> ids) {
    jobs = List.copyOf(ids);
    numbers = new HashMap<>(2 * jobs.size());
    for (JobId job : jobs) {
      numbers.put(job, numbers.size());
      successors.add(new ArrayList<>(2));
    }
    levels = new int[jobs.size()];
  }

  static JobOrder of(Collection<JobId> jobs, List<TaskGraph.Edge> edges) throws LineageException {
    JobOrder order = new JobOrder(jobs);
    int[] waiting = new int[order.jobs.size()];
    for (TaskGraph.Edge edge : edges) {
      int to = order.number(edge.to());
      order.successors.get(order.number(edge.from())).add(to);
      waiting[to]++;
    }
    order.sort(waiting);
    return order;
  }

  private void sort(int[] waiting) throws LineageException {
    Deque<Integer> ready = new ArrayDeque<>();
    for (int i = 0; i < waiting.length; i++) {
      if (waiting[i] == 0) {
        ready.add(i);
      }
    }
    while (!ready.isEmpty()) {
      int job = ready.remove();
      order.add(job);
      for (int next : successors.get(job)) {
        levels[next] = Math.max(levels[next], levels[job] + 1);
        if (--waiting[next] == 0) {
          ready.add(next);
        }
      }
    }
    if (order.size() < jobs.size()) {
      throw new LineageException("jobs wait for each other in a circle: " + circle(waiting));
    }
  }

  /** Walks predecessors that never became ready until one is met again. */
  private String circle(int[] waiting) {
    int start = 0;
    while (waiting[start] == 0) {
      start++;
    }
    Map<Integer, Integer> blockedBy = new HashMap<>();
    for (int from = 0; from < waiting.length; from++) {
      if (waiting[from] > 0) {
        for (int to : successors.get(from)) {
          blockedBy.putIfAbsent(to, from);
        }
      }
    }
    List<Integer> path = new ArrayList<>();
    int job = start;
    while (!path.contains(job)) {
      path.add(job);
      job = Objects.requireNonNull(blockedBy.get(job));
    }
    List<String> names = new ArrayList<>();
    names.add(jobs.get(job).toString());
    for (int i = path.size() - 1; i >= path.indexOf(job); i--) {
      names.add(jobs.get(path.get(i)).toString());
    }
    return String.join(" -> ", names);
  }

  private int number(JobId job) {
    return Objects.requireNonNull(numbers.get(job), job::toString);
  }

  /** True when the first job must end before the second can start. */
  boolean reaches(JobId from, JobId to) {
    BitSet[] known = ancestors;
    if (known == null) {
      // Two threads may both get here; they find the same.
      known = findAncestors();
      ancestors = known;
    }
    return known[number(to)].get(number(from));
  }

  private BitSet[] findAncestors() {
    BitSet[] found = new BitSet[jobs.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = new BitSet();
    }
    for (int job : order) {
      for (int next : successors.get(job)) {
        found[next].or(found[job]);
        found[next].set(job);
      }
    }
    return found;
  }

  int level(JobId job) {
    return levels[number(job)];
  }

  Map<JobId, Integer> levels() {
    Map<JobId, Integer> byJob = new LinkedHashMap<>(2 * jobs.size());
    for (int i = 0; i < levels.length; i++) {
      byJob.put(jobs.get(i), levels[i]);
    }
    return byJob;
  }
}
