/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.openlineage.EventQueue.Batch;
import io.tierline.ldm.gateway.tell.DeniedException;
import io.tierline.ldm.gateway.tell.LaterException;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.openlineage.RunEvent;
import io.tierline.ldm.openlineage.RunEventReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what waits in the queue, users in turn, each user's events in their order, and forgets what
 * was told. Used by one thread.
 *
 * <p>The NameNode is asked for a part of the time only. The longer a report has kept it the longer
 * it is left alone, and what came meanwhile is put together into the next.
 */
final class EventTeller {
  private static final Logger LOG = LoggerFactory.getLogger(EventTeller.class);

  /** Events of one user that are told together. */
  private static final int EVENTS = 500;

  private static final long IDLE_MS = 10_000;
  private static final long LONGEST_REST_MS = 5_000;
  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 60_000;

  /** After so many faults over the same events they are given up. */
  private static final int MOST_FAULTS = 20;

  /** Where reports go. */
  interface Sink {
    /** Tells one; throws as {@code Teller.tell} does. */
    String tell(SourceReport told) throws IOException;

    /** The NameNode's term. */
    String term() throws IOException;
  }

  /** How long a user waits who was asked to. */
  private static final class Pause {
    private long until;
    private long length;
    private int faults;
  }

  private final EventQueue queue;
  private final UsersRuns runs;
  private final Sink sink;
  private final double share;
  private final Refusals refusals;
  private final GatewayMetrics metrics;
  private final LongSupplier millis;
  private final Supplier<Instant> now;
  private final Map<String, Pause> pauses = new HashMap<>();
  private String term = "";
  private long outage;
  private long askedAt;
  private volatile String problem = "";

  /**
   * Binds them all.
   *
   * @param share part of the time in which the NameNode may be told
   * @param millis a clock that only goes forward, in milliseconds
   * @param now the time of day
   */
  EventTeller(
      EventQueue queue,
      UsersRuns runs,
      Sink sink,
      double share,
      Refusals refusals,
      GatewayMetrics metrics,
      LongSupplier millis,
      Supplier<Instant> now) {
    this.queue = queue;
    this.runs = runs;
    this.sink = sink;
    this.share = share;
    this.refusals = refusals;
    this.metrics = metrics;
    this.millis = millis;
    this.now = now;
    this.askedAt = millis.getAsLong() - IDLE_MS;
  }

  /**
   * Tells something of each user of whom something waits.
   *
   * @return how long to rest, in milliseconds; 0 when the next look may wait for news
   */
  long look() {
    long from = millis.getAsLong();
    try {
      List<String> users = queue.users();
      pauses.keySet().retainAll(users);
      if (users.isEmpty() && from - askedAt >= IDLE_MS) {
        askedAt = from;
        begin(sink.term());
      }
      boolean isAny = false;
      for (String user : users) {
        isAny |= look(user);
      }
      outage = 0;
      told("");
      return rest(from, isAny, users.isEmpty());
    } catch (IOException e) {
      outage = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * outage));
      told(Printable.of(String.valueOf(e.getMessage())));
      return outage;
    } finally {
      metrics.lineageEventsQueued.set(queue.events());
      metrics.lineageQueueBytes.set(queue.bytes());
    }
  }

  private long rest(long from, boolean isAny, boolean isEmpty) {
    if (!isAny) {
      return isEmpty ? 0 : FIRST_PAUSE_MS;
    }
    long took = millis.getAsLong() - from;
    return Math.max(1, Math.min(LONGEST_REST_MS, (long) (took * (1 / share - 1))));
  }

  private boolean look(String user) throws IOException {
    Pause pause = pauses.get(user);
    if (pause != null && millis.getAsLong() < pause.until) {
      return false;
    }
    Batch batch = queue.first(user, EVENTS);
    SourceReport report = runs.accept(read(batch), user);
    try {
      tell(report);
    } catch (DeniedException denied) {
      waits(user, denied);
      return true;
    } catch (LaterException later) {
      if (!isGivenUp(user, later)) {
        return true;
      }
      refused(report, later.getMessage());
    }
    pauses.remove(user);
    queue.done(batch);
    return true;
  }

  /** They were read before they were kept; another version of ours may have done that. */
  private List<RunEvent> read(Batch batch) {
    List<RunEvent> events = new ArrayList<>();
    for (String text : batch.texts()) {
      try {
        events.addAll(RunEventReader.read(text).events().values());
      } catch (LineageException e) {
        metrics.lineageReportsDropped.incr();
        refusals.add(now.get(), batch.user(), "events", e.getMessage());
      }
    }
    return events;
  }

  /** Events were acknowledged, so they stay until an operator has allowed what they need. */
  private void waits(String user, DeniedException denied) {
    if (!pauses.containsKey(user)) {
      refusals.add(now.get(), user, "all of his, which waits", denied.getMessage());
      LOG.warn("events of {} wait: {}", Printable.of(user), Printable.of(denied.getMessage()));
    }
    pause(user);
  }

  private boolean isGivenUp(String user, LaterException later) {
    Pause pause = pause(user);
    pause.faults += later.isFault() ? 1 : 0;
    return pause.faults >= MOST_FAULTS;
  }

  private Pause pause(String user) {
    Pause pause = pauses.computeIfAbsent(user, name -> new Pause());
    pause.length = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pause.length));
    pause.until = millis.getAsLong() + pause.length;
    return pause;
  }

  /** What is refused is told again in halves, so that one job costs no others. */
  private void tell(SourceReport report) throws IOException {
    try {
      begin(sink.tell(report));
    } catch (DeniedException denied) {
      throw denied;
    } catch (LineageException refused) {
      List<Observation> seen = report.seen();
      if (seen.size() < 2) {
        refused(report, refused.getMessage());
        return;
      }
      int half = seen.size() / 2;
      tell(part(report, seen.subList(0, half), List.of(), report.noJobs()));
      tell(part(report, seen.subList(half, seen.size()), report.ended(), List.of()));
    }
  }

  private static SourceReport part(
      SourceReport whole, List<Observation> seen, List<String> ended, List<String> noJobs) {
    return new SourceReport(
        whole.source(), whole.user(), seen, List.of(), List.of(), List.of(), ended, noJobs);
  }

  private void refused(SourceReport report, String why) {
    metrics.lineageReportsDropped.incr();
    String job =
        report.seen().isEmpty()
            ? "the end of a workflow"
            : report.seen().get(0).application()
                + (report.seen().size() > 1 ? " and " + (report.seen().size() - 1) + " more" : "");
    refusals.add(now.get(), report.user(), job, why);
  }

  /** A NameNode that has become active, or was restarted, has forgotten what it was told. */
  private void begin(String termNow) throws IOException {
    String before = term;
    term = termNow;
    if (before.isEmpty() || before.equals(termNow)) {
      return;
    }
    for (SourceReport report : runs.running()) {
      try {
        tell(report);
      } catch (DeniedException | LaterException busy) {
        LOG.debug(
            "{} is to wait; what runs of his is told with his next events", report.user(), busy);
      } catch (IOException e) {
        term = before;
        throw e;
      }
    }
  }

  /** Why nothing can be told, or was told the last time; empty when all is well. */
  String problem() {
    return problem;
  }

  private void told(String current) {
    if (current.isEmpty() && !problem.isEmpty()) {
      LOG.info("events of OpenLineage are told again");
    } else if (!current.isEmpty() && problem.isEmpty()) {
      LOG.warn("events of OpenLineage cannot be told now, and wait: {}", current);
    }
    problem = current;
  }
}
