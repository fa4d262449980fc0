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
import io.tierline.ldm.gateway.tell.Teller;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.run.OozieBoard;
import io.tierline.ldm.state.StateStore;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread in which an Oozie server is looked at. */
public final class OozieSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OozieSource.class);

  private final OozieSettings settings;
  private final OozieBoard board;
  private final Followed followed;
  private final Thread thread;
  private final GatewayMetrics metrics;
  private volatile String problem = "";
  private boolean isClosed;

  /**
   * What each look goes through; used by the thread alone.
   *
   * @param files closed when it ends
   * @param link closed when it ends
   */
  record Followed(OoziePoller poller, KeptRuns kept, ReadOnce<?> files, Closeable link)
      implements Closeable {
    long look() {
      kept.save();
      files.begin();
      return poller.poll();
    }

    Stream<String> problems() {
      return Stream.of(poller.problem(), kept.problem());
    }

    @Override
    public void close() throws IOException {
      link.close();
      files.close();
    }
  }

  /**
   * Makes a source of its parts; it is not looked at yet.
   *
   * @param board where the poller says how jobs stand
   */
  OozieSource(OozieSettings settings, OozieBoard board, Followed followed, GatewayMetrics metrics) {
    this.settings = settings;
    this.board = board;
    this.followed = followed;
    this.metrics = metrics;
    this.thread = new Thread(this::run, "tierline-gateway-oozie");
    thread.setDaemon(true);
  }

  /**
   * Creates the source; it is not looked at yet.
   *
   * @param runs where it is kept how long runs have taken
   * @param told where it is kept what the NameNode was told of
   */
  public static OozieSource of(
      OozieSettings settings,
      GatewaySettings gateway,
      Configuration conf,
      ActiveNameNode nameNode,
      StateStore runs,
      StateStore told,
      GatewayMetrics metrics) {
    OozieBoard board = new OozieBoard();
    ReadOnce<?> files = new ReadOnce<>(new UsersFiles(conf));
    ObservedRuns observed = new ObservedRuns();
    AskedAhead link = new AskedAhead(new OozieRest(settings, conf, Time::monotonicNow));
    OoziePoller poller =
        new OoziePoller(
            new OozieParts(
                link,
                new NameNodeSink(new Teller(nameNode, metrics), board),
                files,
                observed,
                new ToldJobs(told),
                settings,
                gateway.refreshMillis(),
                metrics,
                Time::monotonicNow,
                () -> Instant.ofEpochMilli(Time.now())));
    return new OozieSource(
        settings, board, new Followed(poller, new KeptRuns(observed, runs), files, link), metrics);
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

  /** Why it cannot be followed as it should be; empty when all is well. */
  public String problem() {
    return Stream.concat(Stream.of(problem), followed.problems())
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElse("");
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
      IOUtils.closeStream(followed);
    }
  }

  /**
   * Looks once. There is one thread: what goes wrong in it must not end it unseen.
   *
   * @return how long to rest after it
   */
  long look() {
    try {
      long pause = followed.look();
      problem = "";
      return pause;
    } catch (LinkageError broken) {
      failed(broken);
      LOG.error("Oozie is not followed any more: parts of the program are missing", broken);
      stop();
    } catch (RuntimeException | Error e) {
      failed(e);
      LOG.warn("a look at Oozie failed; the next one is tried", e);
    }
    return settings.intervalMillis();
  }

  private void failed(Throwable e) {
    metrics.ooziePollsFailed.incr();
    problem = Printable.of(e.toString());
  }

  private synchronized void stop() {
    isClosed = true;
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
