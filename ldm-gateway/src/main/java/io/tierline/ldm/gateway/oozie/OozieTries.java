/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.oozie.OozieLink.UnknownJobException;
import io.tierline.ldm.gateway.tell.LaterException;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at one job of an Oozie server after the other, so that what is wrong with one is no reason
 * not to look at the others: one that cannot be read is counted and logged once, a request that
 * fails is counted, and only after some that failed in a row are the others of a look not tried.
 */
final class OozieTries {
  private static final Logger LOG = LoggerFactory.getLogger(OozieTries.class);
  private static final int MAX_LOGGED = 1_000;

  /** After so many requests that failed one after the other, the others of a look are not tried. */
  private static final int MAX_FAILURES = 3;

  /** What is done with one job. */
  interface Step {
    void on(String id) throws IOException;
  }

  private final String what;
  private final GatewayMetrics metrics;
  private final Set<String> logged = new HashSet<>();
  private int failuresInRow;

  /**
   * Binds both.
   *
   * @param what the kind of job, for the log
   */
  OozieTries(String what, GatewayMetrics metrics) {
    this.what = what;
    this.metrics = metrics;
  }

  /** A look at all begins; what failed before no longer counts. */
  void begin() {
    failuresInRow = 0;
  }

  /**
   * Looks at one.
   *
   * @param gone what is done when the server no longer knows it
   * @throws IOException when so many requests failed in a row that the others are not worth trying,
   *     or when {@code gone} fails otherwise than that nobody will have it
   */
  void at(String id, Step look, Step gone) throws IOException {
    try {
      look.on(id);
      failuresInRow = 0;
    } catch (UnknownJobException unknown) {
      unlessBusy(id, job -> unlessRefused(job, gone));
    } catch (LineageException e) {
      unreadable(id, e);
    } catch (LaterException busy) {
      waits(id, busy);
    } catch (IOException e) {
      metrics.ooziePollsFailed.incr();
      if (++failuresInRow == MAX_FAILURES) {
        throw e;
      }
    }
  }

  /**
   * Does what is no reason to stop when it is refused: that is counted, and logged once.
   *
   * @throws IOException when it fails otherwise
   */
  void unlessRefused(String id, Step step) throws IOException {
    try {
      step.on(id);
    } catch (LineageException e) {
      unreadable(id, e);
    }
  }

  /**
   * Does what can wait for the next look when the NameNode has too much of its user's: that says
   * nothing of others' jobs.
   *
   * @throws IOException when it fails otherwise
   */
  void unlessBusy(String id, Step step) throws IOException {
    try {
      step.on(id);
    } catch (LaterException busy) {
      waits(id, busy);
    }
  }

  private void waits(String id, LaterException busy) {
    LOG.debug("{} {} of Oozie waits for the next look", what, Printable.of(id), busy);
  }

  private void unreadable(String id, LineageException e) {
    metrics.oozieWorkflowsRefused.incr();
    if (logged.size() < MAX_LOGGED && logged.add(id)) {
      LOG.warn(
          "{} {} of Oozie is not followed: {}. Logged once, counted in"
              + " {}.OozieWorkflowsRefused",
          what,
          Printable.of(id),
          Printable.of(e.getMessage()),
          GatewayMetrics.SOURCE);
    }
  }
}
