/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The MapReduce applications whose end is still to be told. Ends are found by looking, so that no
 * order of the ResourceManager's events matters. Used by one thread.
 */
final class FollowedApplications {
  private final Applications applications;
  private final JobReports reports;
  private final Outbox outbox;
  private final int most;
  private final Map<String, ApplicationReport> running = new LinkedHashMap<>();

  /**
   * Creates one that follows none yet.
   *
   * @param most how many are followed at a time
   */
  FollowedApplications(Applications applications, JobReports reports, Outbox outbox, int most) {
    this.applications = applications;
    this.reports = reports;
    this.outbox = outbox;
    this.most = most;
  }

  /**
   * Has the application told of, if it says anything of lineage.
   *
   * @return false when its end will not be told, since too many are followed
   */
  boolean submitted(String id) {
    Optional<Applications.MapReduce> application = applications.find(id);
    if (application.isEmpty()) {
      return true;
    }
    ApplicationReport report = reports.of(application.get());
    if (report.isEmpty()) {
      return true;
    }
    boolean fits = running.size() < most;
    if (fits) {
      running.put(id, report);
    }
    outbox.add(report);
    return fits;
  }

  /** Looks which have ended. */
  void sweep() {
    Iterator<ApplicationReport> each = running.values().iterator();
    while (each.hasNext()) {
      ApplicationReport report = each.next();
      Optional<JobState> state = applications.state(report.application());
      if (state.isEmpty()) {
        each.remove();
      } else if (state.get().isEnd()) {
        each.remove();
        outbox.add(report.in(state.get()));
      }
    }
  }

  /** Sends what is to be told. */
  void tell() {
    outbox.flush();
  }

  /** True when there is nothing to follow any more. */
  boolean isOver() {
    return applications.isOver();
  }
}
