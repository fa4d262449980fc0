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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the MapReduce applications of a ResourceManager on a thread of its own. The
 * ResourceManager only puts ids into a bounded queue; what does not fit is not looked at.
 */
final class LineageWatcher implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(LineageWatcher.class);

  /** Arrivals in a row after which ends are looked for all the same. */
  private static final int SWEEP_AFTER = 100;

  private final FollowedApplications followed;
  private final YarnSettings settings;
  private final YarnMetrics metrics;
  private final HostGuard guard;
  private final BlockingQueue<String> arrivals;
  private int unswept;

  LineageWatcher(
      FollowedApplications followed, YarnSettings settings, YarnMetrics metrics, HostGuard guard) {
    this.followed = followed;
    this.settings = settings;
    this.metrics = metrics;
    this.guard = guard;
    this.arrivals = new LinkedBlockingQueue<>(settings.queueSize());
  }

  /** Called by the ResourceManager's dispatcher: returns at once. */
  void arrived(String application) {
    count(arrivals.offer(application));
  }

  private void count(boolean fits) {
    if (!fits) {
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
      return followed.isOver();
    } catch (RuntimeException | Error e) {
      guard.failed("asking whether the ResourceManager runs", e);
      return false;
    }
  }

  /** One round; what goes wrong in it costs this round only. */
  void step(String arrival) {
    try {
      if (arrival != null) {
        count(followed.submitted(arrival));
      }
      if (arrival == null || ++unswept >= SWEEP_AFTER) {
        unswept = 0;
        followed.sweep();
      }
      followed.tell();
    } catch (RuntimeException | Error e) {
      guard.failed("watching applications", e);
    }
  }
}
