/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.kept.KeptRuns;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.live.ReportIntake;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.namespace.Localiser;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.state.StateStore;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that looks at Oozie while this NameNode is the active one and knows its lineage. It
 * holds no lock of the NameNode's while it waits for answers.
 */
public final class OozieThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OozieThread.class);

  /** How often what runs is told again in the time after which it would be forgotten. */
  private static final int REFRESHES = 4;

  private final OoziePoller poller;
  private final UsersFiles files;
  private final KeptRuns kept;
  private final BooleanSupplier isActive;
  private final long idleMillis;
  private final HostGuard guard;
  private final Thread thread;
  private boolean isClosed;

  /**
   * Creates the thread.
   *
   * @param files what the poller reads beside the server, closed with the thread
   * @param kept what is learnt of runs, for longer than this process
   * @param isActive whether to look
   * @param idleMillis how often to ask that while it is false
   * @param guard takes what a look throws
   */
  private OozieThread(
      OoziePoller poller,
      UsersFiles files,
      KeptRuns kept,
      BooleanSupplier isActive,
      long idleMillis,
      HostGuard guard) {
    this.poller = poller;
    this.files = files;
    this.kept = kept;
    this.isActive = isActive;
    this.idleMillis = idleMillis;
    this.guard = guard;
    this.thread = new Thread(this::run, "tierline-ldm-oozie");
    thread.setDaemon(true);
  }

  /**
   * Starts following the Oozie that the configuration names; null when it names none.
   *
   * @param runTimes where it is kept how long runs have taken
   * @param isActive whether to look
   * @param refreshTable has decisions go by the storages of now
   */
  public static OozieThread start(
      NameNode nameNode,
      LiveService live,
      ReportIntake intake,
      Localiser localiser,
      LdmMetrics metrics,
      HostGuard guard,
      StateStore runTimes,
      BooleanSupplier isActive,
      Runnable refreshTable) {
    Configuration conf = nameNode.getConf();
    OozieSettings settings = OozieSettings.from(conf).orElse(null);
    if (settings == null) {
      return null;
    }
    UsersFiles files = new UsersFiles(nameNode, localiser::localise, isActive);
    ObservedRuns observed = new ObservedRuns();
    OoziePoller poller =
        new OoziePoller(
            new OozieRest(settings, conf, Time::monotonicNow),
            new OozieSink(intake, live.oozie(), live::term, refreshTable, settings.url().getHost()),
            files,
            observed,
            settings,
            LiveService.limits(conf).lostAfter().toMillis() / REFRESHES,
            metrics,
            Time::monotonicNow,
            () -> Instant.ofEpochMilli(Time.now()));
    OozieThread started =
        new OozieThread(
            poller,
            files,
            new KeptRuns(observed, runTimes),
            isActive,
            settings.intervalMillis(),
            guard);
    started.start();
    LOG.info("LDM follows the workflows and coordinators of Oozie at {}", settings.url());
    return started;
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      boolean isOpen = true;
      while (isOpen) {
        isOpen = rested(look());
      }
    } catch (InterruptedException e) {
      LOG.debug("LDM: Oozie is not looked at any more", e);
    } finally {
      IOUtils.closeStream(files);
    }
  }

  /** How long to rest after it. */
  private long look() throws InterruptedException {
    try {
      if (!isActive.getAsBoolean() || guard.isOff()) {
        kept.release();
        return idleMillis;
      }
      kept.save();
      return poller.poll();
    } catch (RuntimeException | Error e) {
      guard.failed("looking at Oozie", e);
      return idleMillis;
    }
  }

  /** False when closed, at once. */
  @SuppressWarnings("WaitNotInLoop") // woken too soon, it looks once more
  private synchronized boolean rested(long millis) throws InterruptedException {
    if (!isClosed) {
      wait(millis);
    }
    return !isClosed;
  }

  /** Ends the thread; a request under way is not waited for. */
  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
    thread.interrupt();
  }
}
