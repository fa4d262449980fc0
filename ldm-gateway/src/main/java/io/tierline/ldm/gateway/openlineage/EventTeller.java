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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 60_000;

  /** After so many faults over the same events one request's are told alone, to find the one. */
  private static final int FAULTS_TOGETHER = 10;

  /** After so many they are given up, if others' were taken meanwhile. */
  private static final int MOST_FAULTS = 20;

  /** After so many they are given up, whatever happens to others'. */
  private static final int MOST_FAULTS_ALONE = 100;

  /** Where reports go. */
  interface Sink {
    /** Tells one; throws as {@code Teller.tell} does. */
    String tell(SourceReport told) throws IOException;

    /** The NameNode's term. */
    String term() throws IOException;
  }

  /** Something that is done of one user; says whether anything was. */
  @FunctionalInterface
  private interface Step {
    boolean take() throws IOException;
  }

  /** How long a user waits who was asked to. */
  private static final class Pause {
    private long until;
    private long length;
    private int faults;
    private String why = "";
    private final long takenBefore;

    Pause(long taken) {
      takenBefore = taken;
    }

    void add(boolean isFault, String reason) {
      faults += isFault ? 1 : 0;
      why = reason;
    }
  }

  private final EventQueue queue;
  private final UsersRuns runs;
  private final KeptJobs kept;
  private final Sink sink;
  private final double share;
  private final Refusals refusals;
  private final GatewayMetrics metrics;
  private final LongSupplier millis;
  private final Supplier<Instant> now;
  private final Map<String, Pause> pauses = new HashMap<>();

  private final UntoldBegins begun = new UntoldBegins();

  /** Whose running jobs the NameNode of this term has not been told of. */
  private final Set<String> untold = new HashSet<>();

  private long taken;
  private String term = "";
  private long outage;
  private long askedAt;
  private volatile String problem = "";

  /**
   * Binds them all.
   *
   * @param kept what runs by what earlier processes were told
   * @param share part of the time in which the NameNode may be told
   * @param millis a clock that only goes forward, in milliseconds
   * @param now the time of day
   */
  EventTeller(
      EventQueue queue,
      UsersRuns runs,
      KeptJobs kept,
      Sink sink,
      double share,
      Refusals refusals,
      GatewayMetrics metrics,
      LongSupplier millis,
      Supplier<Instant> now) {
    this.queue = queue;
    this.runs = runs;
    this.kept = kept;
    this.term = kept.term();
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
      pauses.keySet().removeIf(user -> !users.contains(user) && !untold.contains(user));
      if (from - askedAt >= IDLE_MS) {
        askedAt = from;
        begin(sink.term());
      }
      boolean isAny = false;
      for (String user : users) {
        isAny |= alone(user, () -> look(user));
      }
      tellRunning();
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
    return Math.max(1, (long) (took * (1 / share - 1)));
  }

  /** What goes wrong over one user's events must not keep others' back. */
  private boolean alone(String user, Step step) throws IOException {
    try {
      return step.take();
    } catch (RuntimeException | Error e) {
      if (!pauses.containsKey(user)) {
        refusals.add(now.get(), user, "all of his, which waits", e.toString());
        LOG.warn("events of {} could not be told; they wait", Printable.of(user), e);
      }
      pause(user);
      return true;
    }
  }

  private boolean rests(String user) {
    Pause pause = pauses.get(user);
    return pause != null && millis.getAsLong() < pause.until;
  }

  private boolean look(String user) throws IOException {
    if (rests(user)) {
      return false;
    }
    Pause pause = pauses.get(user);
    Batch batch = queue.first(user, pause == null || pause.faults < FAULTS_TOGETHER ? EVENTS : 1);
    SourceReport report = begun.complete(kept.complete(runs.accept(read(batch), user)));
    boolean isTold = isTold(user, report);
    if (isTold || isGivenUp(user)) {
      if (!isTold) {
        refused(report, pauses.get(user).why);
      }
      begun.done(report);
      goOn(user, isTold);
      queue.done(batch, isTold ? kept.told(report) : Map.of());
    }
    return true;
  }

  /** Throws where no NameNode can be told anything. */
  private boolean isTold(String user, SourceReport report) throws IOException {
    try {
      tell(report);
      return true;
    } catch (DeniedException denied) {
      waits(user, denied);
    } catch (LaterException later) {
      pause(user).add(later.isFault(), later.getMessage());
    } catch (IOException e) {
      // Throws where it is the NameNode that is away. Else it was over this report.
      begin(sink.term());
      pause(user).add(true, String.valueOf(e.getMessage()));
    }
    return false;
  }

  /** Who is told alone stays so until the request at fault is found, or nothing of his waits. */
  private void goOn(String user, boolean isTold) {
    Pause pause = pauses.get(user);
    if (pause != null && isTold && pause.faults >= FAULTS_TOGETHER) {
      pause.faults = FAULTS_TOGETHER;
      pause.length = 0;
    } else {
      pauses.remove(user);
    }
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

  /** Where the NameNode fails over everybody's it is not the events that are at fault. */
  private boolean isGivenUp(String user) {
    Pause pause = pauses.get(user);
    return pause.faults >= (taken > pause.takenBefore ? MOST_FAULTS : MOST_FAULTS_ALONE);
  }

  private Pause pause(String user) {
    Pause pause = pauses.computeIfAbsent(user, name -> new Pause(taken));
    pause.length = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pause.length));
    pause.until = millis.getAsLong() + pause.length;
    return pause;
  }

  /** What is refused is told again in halves, so that one job costs no others. */
  private void tell(SourceReport report) throws IOException {
    try {
      String told = sink.tell(report);
      taken++;
      begin(told);
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
  private void begin(String termNow) {
    String before = term;
    term = termNow;
    if (!before.isEmpty() && !before.equals(termNow)) {
      running().forEach(report -> untold.add(report.user()));
    }
  }

  private List<SourceReport> running() {
    return kept.running(runs.running());
  }

  private void tellRunning() throws IOException {
    if (!untold.isEmpty()) {
      tellUntold();
    }
    if (untold.isEmpty() && !term.equals(kept.term())) {
      queue.keep(kept.known(term));
    }
  }

  private void tellUntold() throws IOException {
    for (SourceReport report : running()) {
      if (untold.contains(report.user()) && !rests(report.user())) {
        alone(report.user(), () -> tellRunning(report));
      }
    }
  }

  /** A user for whom it is not the time is told of by a later look. */
  private boolean tellRunning(SourceReport report) throws IOException {
    try {
      tell(report);
      untold.remove(report.user());
    } catch (DeniedException | LaterException later) {
      pause(report.user());
    } catch (IOException e) {
      // Throws where it is the NameNode that is away. Else it was over this report.
      begin(sink.term());
      pause(report.user());
    }
    return true;
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
