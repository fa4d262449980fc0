/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Jobs of a phase start together, when all of the phase before have ended. */
final class Phases implements Agenda {
  private final Iterator<List<JobSpec>> phases;
  private final Consumer<JobSpec> start;
  private int left;

  Phases(List<List<JobSpec>> phases, Consumer<JobSpec> start) {
    this.phases = phases.iterator();
    this.start = start;
  }

  @Override
  public void begin() {
    if (phases.hasNext()) {
      List<JobSpec> jobs = phases.next();
      left = jobs.size();
      jobs.forEach(start);
    }
  }

  @Override
  public void ended(JobSpec job) {
    left--;
    if (left == 0) {
      begin();
    }
  }

  @Override
  public boolean isOver() {
    return left == 0 && !phases.hasNext();
  }
}
