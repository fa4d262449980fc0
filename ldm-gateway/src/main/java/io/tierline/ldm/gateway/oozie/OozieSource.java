/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.client.ActiveNameNode;
import io.tierline.ldm.gateway.config.GatewaySettings;
import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.run.OozieBoard;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread in which an Oozie server is looked at. */
public final class OozieSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OozieSource.class);

  private final OozieSettings settings;
  private final OozieBoard board = new OozieBoard();
  private final OoziePoller poller;
  private final UsersFiles files;
  private final KeptRuns kept;
  private final Thread thread;
  private boolean isClosed;

  /**
   * Creates the source; it is not looked at yet.
   *
   * @param runs where it is kept how long runs have taken
   * @param told where it is kept what the NameNode was told of
   */
  public OozieSource(
      OozieSettings settings,
      GatewaySettings gateway,
      Configuration conf,
      ActiveNameNode nameNode,
      StateStore runs,
      StateStore told,
      GatewayMetrics metrics) {
    this.settings = settings;
    this.files = new UsersFiles(conf);
    ObservedRuns observed = new ObservedRuns();
    this.kept = new KeptRuns(observed, runs);
    this.poller =
        new OoziePoller(
            new OozieRest(settings, conf, Time::monotonicNow),
            new NameNodeSink(nameNode, board, metrics),
            files,
            observed,
            new ToldJobs(told),
            settings,
            gateway.refreshMillis(),
            metrics,
            Time::monotonicNow,
            () -> Instant.ofEpochMilli(Time.now()));
    this.thread = new Thread(this::run, "tierline-gateway-oozie");
    thread.setDaemon(true);
  }

  /** Begins to look. */
  public void start() {
    thread.start();
    LOG.info("the workflows and coordinators of Oozie at {} are followed", settings.url());
  }

  /** Where the server is. */
  public URI url() {
    return settings.url();
  }

  /** What is known of its jobs. */
  public OozieBoard board() {
    return board;
  }

  /** Why it, or the NameNode, cannot be asked now; empty when all is well. */
  public String problem() {
    return poller.problem();
  }

  private void run() {
    try {
      boolean isOpen = true;
      while (isOpen) {
        isOpen = rested(look());
      }
    } catch (InterruptedException e) {
      LOG.debug("Oozie is not looked at any more", e);
    } finally {
      IOUtils.closeStream(files);
    }
  }

  /** How long to rest after it. */
  private long look() {
    kept.save();
    return poller.poll();
  }

  /** False when closed, at once. */
  @SuppressWarnings("WaitNotInLoop") // woken too soon, it looks once more
  private synchronized boolean rested(long millis) throws InterruptedException {
    if (!isClosed) {
      wait(millis);
    }
    return !isClosed;
  }

  /** Ends the thread, and waits for a request under way for a while. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
    thread.interrupt();
    try {
      thread.join(settings.timeoutMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
