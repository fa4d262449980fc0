/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;

/**
 * How long jobs wait for the blocks of a dataset that lie on disks, as far as it is known by how
 * many tasks they read.
 *
 * <p>A job that reads by one task waits for one block after the other: each that comes from a fast
 * tier spares it the whole time that a disk takes. Where {@code n} tasks read side by side, each
 * block spares the job an {@code n}th of that. Tasks beyond the number of disks wait for the same
 * disks, so they do not count. This is what makes small waves of tasks go first in PACMan (G.
 * Ananthanarayanan et al., "PACMan: Coordinated Memory Caching for Parallel Jobs", NSDI 2012): they
 * need least room for the time that they save.
 */
final class WaitingReaders {
  private final TaskGraph tasks;
  private final int disks;

  /**
   * Readers of some jobs.
   *
   * @param disks of the cluster; where it has none, all readers are taken to be alike
   */
  WaitingReaders(TaskGraph tasks, int disks) {
    this.tasks = tasks;
    this.disks = Math.max(1, disks);
  }

  /** True when one of them is known to read by fewer tasks than there are disks. */
  boolean areFew(Vertex vertex) {
    return vertex.readers().stream().anyMatch(reader -> tasksOf(reader) < disks);
  }

  /**
   * Disk times that its readers are spared by a fast replica of a block, for each level of jobs
   * that it is there for.
   */
  double spared(Vertex vertex) {
    double spared = 0;
    for (JobId reader : vertex.readers()) {
      spared += 1.0 / tasksOf(reader);
    }
    return spared / (1.0 + vertex.stay());
  }

  private int tasksOf(JobId reader) {
    int known = tasks.job(reader).map(Job::reading).map(when -> when.tasks()).orElse(0);
    return known == 0 ? disks : Math.min(known, disks);
  }
}
