/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs start at their nominal times, or when the last of their inputs has been written. */
final class Schedule implements Agenda {
  /** A deletion that has to wait for readers is tried again after so many seconds. */
  private static final double RETRY = 3600;

  private final Calendar calendar;
  private final Site site;
  private final Starter starter;
  private final Set<String> missing = new HashSet<>();
  private final Map<String, Integer> readers = new HashMap<>();
  private final Map<String, List<Calendar.Due>> waiting = new HashMap<>();
  private int left;

  /** Starts jobs. */
  interface Starter {
    /**
     * Starts one now.
     *
     * @param nominal when it should have started
     */
    void start(JobSpec job, double nominal);
  }

  Schedule(Calendar calendar, Site site, Starter starter) {
    this.calendar = calendar;
    this.site = site;
    this.starter = starter;
    this.left = calendar.jobs().size();
    for (Calendar.Due due : calendar.jobs()) {
      missing.add(due.spec().output());
      due.spec().inputs().forEach(input -> readers.merge(input, 1, Integer::sum));
    }
  }

  @Override
  public void begin() {
    for (Calendar.Due due : calendar.jobs()) {
      site.flows().after(due.at(), () -> due(due));
    }
    calendar.deletions().forEach((name, at) -> site.flows().after(at, () -> delete(name)));
  }

  private void due(Calendar.Due due) {
    for (String input : due.spec().inputs()) {
      if (missing.contains(input)) {
        waiting.computeIfAbsent(input, name -> new ArrayList<>()).add(due);
        return;
      }
    }
    starter.start(due.spec(), due.at());
  }

  /** What nobody will see any more stays. */
  private void delete(String name) {
    if (isOver()) {
      return;
    }
    if (readers.getOrDefault(name, 0) > 0 || missing.contains(name)) {
      site.flows().after(RETRY, () -> delete(name));
      return;
    }
    site.placement().delete(site.dataset(name));
  }

  @Override
  public void ended(JobSpec job) {
    left--;
    missing.remove(job.output());
    job.inputs().forEach(input -> readers.merge(input, -1, Integer::sum));
    List<Calendar.Due> now = waiting.remove(job.output());
    if (now != null) {
      now.forEach(this::due);
    }
  }

  @Override
  public boolean isOver() {
    return left == 0;
  }
}
