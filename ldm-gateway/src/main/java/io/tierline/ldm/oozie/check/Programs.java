/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.check;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.oozie.coord.JointPlan;
import java.util.Set;

/**
 * Only what runs a program reads and writes: neither commands to the file system, nor e-mails. What
 * runs only after an error is no reader.
 */
final class Programs {
  private static final Set<String> NO_PROGRAMS = Set.of("fs", "email");

  private Programs() {}

  static Rule checkReaders(JointPlan plan) {
    Rule.Asked asked =
        new Rule.Asked("no fs, e-mail or control action, and none after an error, is a reader");
    for (Vertex vertex : plan.blocks().vertices()) {
      for (JobId reader : vertex.readers()) {
        asked.look();
        Job job = plan.tasks().known(reader);
        if (job.onError()) {
          asked.broken(reader, "reads " + vertex.dataset() + " and runs only after an error");
        } else if (!isProgram(job)) {
          asked.broken(reader, "is " + job.type() + " and reads " + vertex.dataset());
        }
      }
    }
    return asked.rule();
  }

  /**
   * The same of writers; a rule of its own, since a job after an error may state what it writes.
   */
  static Rule checkWriters(JointPlan plan) {
    Rule.Asked asked = new Rule.Asked("no fs, e-mail or control action is a writer");
    for (Vertex vertex : plan.blocks().vertices()) {
      for (JobId writer : vertex.writers()) {
        asked.look();
        Job job = plan.tasks().known(writer);
        if (!isProgram(job)) {
          asked.broken(writer, "is " + job.type() + " and writes " + vertex.dataset());
        }
      }
    }
    return asked.rule();
  }

  static boolean isProgram(Job job) {
    return !NO_PROGRAMS.contains(job.type());
  }
}
