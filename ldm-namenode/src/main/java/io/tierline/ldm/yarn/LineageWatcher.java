/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.mapreduce.JobConfiguration;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the MapReduce applications of a ResourceManager on a thread of its own. The
 * ResourceManager only puts ids into a bounded queue; what does not fit is not looked at. Ends are
 * found by looking, so that no order of the ResourceManager's events matters.
 */
final class LineageWatcher implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(LineageWatcher.class);

  /** Arrivals in a row after which ends are looked for all the same. */
  private static final int SWEEP_AFTER = 100;

  private final Applications applications;
  private final JobXml configurations;
  private final Outbox outbox;
  private final YarnSettings settings;
  private final YarnMetrics metrics;
  private final HostGuard guard;
  private final BlockingQueue<String> arrivals;
  private final Map<String, ApplicationReport> running = new LinkedHashMap<>();
  private boolean hasLoggedUnreadable;
  private int unswept;

  LineageWatcher(
      Applications applications,
      JobXml configurations,
      Outbox outbox,
      YarnSettings settings,
      YarnMetrics metrics,
      HostGuard guard) {
    this.guard = guard;
    this.applications = applications;
    this.configurations = configurations;
    this.outbox = outbox;
    this.settings = settings;
    this.metrics = metrics;
    this.arrivals = new LinkedBlockingQueue<>(settings.queueSize());
  }

  /** Called by the ResourceManager's dispatcher: returns at once. */
  void arrived(String application) {
    if (!arrivals.offer(application)) {
      metrics.applicationsDropped.incr();
    }
  }

  @Override
  public void run() {
    try {
      while (!guard.isOff() && !isOver()) {
        String arrival = arrivals.poll(settings.intervalMillis(), TimeUnit.MILLISECONDS);
        step(arrival);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LOG.info("Tierline LDM has stopped to watch applications");
  }

  private boolean isOver() {
    try {
      return applications.isOver();
    } catch (RuntimeException | Error e) {
      guard.failed("asking whether the ResourceManager runs", e);
      return false;
    }
  }

  /** One round; what goes wrong in it costs this round only. */
  void step(String arrival) {
    try {
      if (arrival != null) {
        submitted(arrival);
      }
      if (arrival == null || ++unswept >= SWEEP_AFTER) {
        unswept = 0;
        sweep();
      }
      outbox.flush();
    } catch (RuntimeException | Error e) {
      guard.failed("watching applications", e);
    }
  }

  private void submitted(String id) {
    Optional<Applications.MapReduce> application = applications.find(id);
    if (application.isEmpty()) {
      return;
    }
    metrics.applicationsSeen.incr();
    ApplicationReport report =
        JobConfiguration.report(
            application.get().submission(), configuration(application.get()), settings.tagPrefix());
    if (report.isEmpty()) {
      return;
    }
    if (running.size() < settings.queueSize()) {
      running.put(id, report);
    } else {
      metrics.applicationsDropped.incr();
    }
    outbox.add(report);
  }

  private Map<String, String> configuration(Applications.MapReduce application) {
    if (application.jobXml().isEmpty()) {
      metrics.configurationsUnreadable.incr();
      return Map.of();
    }
    try {
      return configurations.read(application.jobXml().get(), application.submission().user());
    } catch (IOException | RuntimeException e) {
      metrics.configurationsUnreadable.incr();
      if (!hasLoggedUnreadable) {
        hasLoggedUnreadable = true;
        LOG.warn(
            "LDM: {} cannot be read, so that only the job's tags are known: {}. Logged once,"
                + " counted in {}.ConfigurationsUnreadable",
            Printable.of(application.jobXml().get()),
            Printable.of(e.toString()),
            YarnMetrics.SOURCE);
      }
      return Map.of();
    }
  }

  private void sweep() {
    Iterator<ApplicationReport> reports = running.values().iterator();
    while (reports.hasNext()) {
      ApplicationReport report = reports.next();
      Optional<JobState> state = applications.state(report.application());
      if (state.isEmpty()) {
        reports.remove();
      } else if (state.get().isEnd()) {
        reports.remove();
        outbox.add(report.in(state.get()));
      }
    }
  }
}
