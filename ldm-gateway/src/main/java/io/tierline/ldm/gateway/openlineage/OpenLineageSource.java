/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.client.ActiveNameNode;
import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.tell.Teller;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.openlineage.EventBatch;
import io.tierline.ldm.openlineage.RunEventReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * OpenLineage's run events: takes them in, which is done when they are on the disk, and has them
 * told by a thread of its own.
 */
public final class OpenLineageSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenLineageSource.class);

  /** What runs may take as much room as so small a part of what waits. */
  private static final int PART_FOR_KEPT_JOBS = 8;

  private static final long IDLE_MS = 10_000;
  private static final long AFTER_FAULT_MS = 1_000;
  private static final long END_MS = 5_000;

  private final OpenLineageSettings settings;
  private final EventQueue queue;
  private final EventTeller teller;
  private final Refusals refusals;
  private final Optional<ApiKeys> keys;
  private final GatewayMetrics metrics;
  private final Thread thread;
  private volatile String problem = "";
  private volatile boolean isClosed;

  /**
   * What became of events that came together.
   *
   * @param events how many were taken
   * @param refused why others were not, by their places in the array
   */
  public record Taken(int events, SortedMap<Integer, String> refused) {}

  /**
   * Opens the queue, and begins to tell what is in it.
   *
   * @param directory for the queue
   */
  public OpenLineageSource(
      OpenLineageSettings settings, Path directory, ActiveNameNode nameNode, GatewayMetrics metrics)
      throws IOException {
    this.settings = settings;
    this.metrics = metrics;
    this.queue = new EventQueue(directory, settings.queueBytes());
    this.refusals = new Refusals();
    this.keys = settings.apiKeys().map(file -> new ApiKeys(file, Time::monotonicNow));
    this.teller =
        new EventTeller(
            queue,
            new UsersRuns(settings.runs()),
            new KeptJobs(queue.kept(), settings.runs(), settings.queueBytes() / PART_FOR_KEPT_JOBS),
            sink(new Teller(nameNode, metrics)),
            settings.share(),
            refusals,
            metrics,
            Time::monotonicNow,
            () -> Instant.ofEpochMilli(Time.now()));
    this.thread = new Thread(this::run, "tierline-gateway-openlineage");
    thread.setDaemon(true);
    thread.start();
    LOG.info("run events are taken; {} wait to be told", queue.events());
  }

  private static EventTeller.Sink sink(Teller teller) {
    return new EventTeller.Sink() {
      @Override
      public String tell(SourceReport told) throws IOException {
        return teller.tell(told);
      }

      @Override
      public String term() throws IOException {
        return teller.term();
      }
    };
  }

  /**
   * Takes events of one user in; returns when they are on the disk.
   *
   * @throws LineageException when none of them is a run event
   * @throws QueueFullException when there is no room now
   * @throws IOException when they cannot be kept
   */
  public Taken accept(String user, String json) throws IOException {
    EventBatch batch;
    try {
      batch = RunEventReader.read(json);
    } catch (LineageException none) {
      metrics.lineageEventsRefused.incr();
      throw none;
    }
    metrics.lineageEventsRefused.incr(batch.refused().size());
    int events = batch.events().size();
    if (events > 0) {
      try {
        queue.add(user, events, "[" + String.join(",", batch.texts().values()) + "]");
      } catch (IOException e) {
        metrics.lineageEventsTurnedAway.incr(events);
        throw e;
      }
    }
    metrics.lineageEventsAccepted.incr(events);
    return new Taken(events, batch.refused());
  }

  /** How much of a request is read. */
  public int requestBytes() {
    return settings.requestBytes();
  }

  /** The keys that let users in; empty where none do. */
  public Optional<ApiKeys> keys() {
    return keys;
  }

  /** Events that wait to be told. */
  public int waiting() {
    return queue.events();
  }

  /** Events of one user that wait to be told. */
  public int waiting(String user) {
    return queue.events(user);
  }

  /** What a NameNode would not have. */
  public Refusals refusals() {
    return refusals;
  }

  /** What keeps events from being taken or told; empty when all is well. */
  public String problem() {
    return Stream.of(
            queue.problem(), problem, teller.problem(), keys.map(ApiKeys::problem).orElse(""))
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** There is one thread: what goes wrong in it must not end it unseen. */
  private void run() {
    try {
      while (!isClosed) {
        long rest = lookAtAnyPrice();
        if (rest > 0) {
          pause(rest);
        } else {
          queue.awaitNews(IDLE_MS);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("run events are not told any more", e);
    }
  }

  /** What is done about a fault may fail as well, where memory is short. */
  private long lookAtAnyPrice() {
    try {
      return look();
    } catch (RuntimeException | Error again) {
      return AFTER_FAULT_MS;
    }
  }

  private long look() {
    try {
      long rest = teller.look();
      problem = "";
      return rest;
    } catch (RuntimeException | Error e) {
      problem = Printable.of(e.toString());
      LOG.warn("run events could not be told; they wait for the next try", e);
      return AFTER_FAULT_MS;
    }
  }

  @SuppressWarnings("WaitNotInLoop") // woken too soon, it looks once more
  private synchronized void pause(long millis) throws InterruptedException {
    if (!isClosed) {
      wait(millis);
    }
  }

  /**
   * Ends the telling, and closes the queue. The thread is not interrupted: in the middle of a write
   * that would close the file.
   */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
    queue.wake();
    try {
      thread.join(END_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    queue.close();
  }
}
