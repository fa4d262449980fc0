/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.client.RefusedException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.mapreduce.ApplicationReport;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports on their way, in order. While no NameNode takes them they are tried again, ever less
 * often, and given up after a while: losing one loses knowledge, never a job. Used by one thread.
 */
final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final long LONGEST_PAUSE_MS = 30_000;

  private record Waiting(ApplicationReport report, long since) {}

  private final Link link;
  private final YarnSettings settings;
  private final YarnMetrics metrics;
  private final LongSupplier millis;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Set<Integer> refusalsLogged = new HashSet<>();
  private boolean isReachable = true;
  private long pause;
  private long notBefore;

  Outbox(Link link, YarnSettings settings, YarnMetrics metrics, LongSupplier millis) {
    this.link = link;
    this.settings = settings;
    this.metrics = metrics;
    this.millis = millis;
    this.notBefore = millis.getAsLong();
  }

  void add(ApplicationReport report) {
    waiting.addLast(new Waiting(report, millis.getAsLong()));
    if (waiting.size() > settings.queueSize()) {
      lose();
    }
  }

  int size() {
    return waiting.size();
  }

  private void lose() {
    waiting.removeFirst();
    metrics.reportsLost.incr();
  }

  /** Sends what waits, until one cannot be sent. */
  void flush() {
    long now = millis.getAsLong();
    while (!waiting.isEmpty() && now - waiting.getFirst().since() > settings.patienceMillis()) {
      lose();
    }
    while (!waiting.isEmpty() && now >= notBefore && isSent(waiting.getFirst().report())) {
      waiting.removeFirst();
      pause = 0;
    }
  }

  private boolean isSent(ApplicationReport report) {
    try {
      link.send(report);
      metrics.reportsSent.incr();
      reachable(true, "");
      return true;
    } catch (RefusedException e) {
      if (!e.isForNow()) {
        refused(report, e);
        return true;
      }
      later(e);
    } catch (IOException | RuntimeException e) {
      later(e);
    }
    return false;
  }

  private void refused(ApplicationReport report, RefusedException e) {
    metrics.reportsRefused.incr();
    if (refusalsLogged.add(e.status())) {
      LOG.warn(
          "LDM: {} was refused: {}. Logged once per status, counted in {}.ReportsRefused",
          report.application(),
          Printable.of(e.getMessage()),
          YarnMetrics.SOURCE);
    }
  }

  private void later(Exception e) {
    pause = Math.min(LONGEST_PAUSE_MS, Math.max(settings.intervalMillis(), 2 * pause));
    notBefore = millis.getAsLong() + pause;
    reachable(false, e.toString());
  }

  private void reachable(boolean now, String why) {
    if (now != isReachable) {
      isReachable = now;
      if (now) {
        LOG.info("LDM: a NameNode takes reports again");
      } else {
        LOG.warn("LDM: no NameNode takes reports, they wait: {}", Printable.of(why));
      }
    }
  }
}
