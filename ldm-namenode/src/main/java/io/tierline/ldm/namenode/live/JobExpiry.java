/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.live.TermTime;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.KeptLineage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends single jobs of registrations that are due and do not come, see {@link OverdueJobs}.
 *
 * <p>Since when one is due is kept once that is some while, so that a NameNode that becomes active
 * goes on with a job's time instead of giving it anew: most jobs come soon and cost no edit. What
 * is kept is never later than what is known, so a restart gives a job at most that while more. See
 * also {@link TermTime}.
 */
public final class JobExpiry {
  private static final Logger LOG = LoggerFactory.getLogger(JobExpiry.class);

  /** So often within the time that a job has it is looked who is due, within these bounds. */
  private static final int LOOKS = 20;

  /** The while: this part of the time that a job has. */
  private static final int WHILES = 100;

  /** Workflows of which it is kept with each look: some edits a minute. */
  private static final int KEPT_AT_A_TIME = 20;

  private static final long LEAST_MILLIS = 1_000;
  private static final long MOST_MILLIS = 60_000;

  /** What ends a job. */
  @FunctionalInterface
  public interface Ending {
    void end(String workflow, String job) throws LineageException;
  }

  /** What is registered, and where it is kept since when jobs of it are due. */
  interface Memory {
    LineageView view();

    /** Whether the workflow is kept: somebody has registered it. */
    boolean isKept(String workflow);

    /** As it is kept of a workflow, by jobs. */
    Map<String, Instant> since(String workflow);

    /** The workflows of which some are kept. */
    Set<String> workflows();

    /** Keeps it in the place of what was kept of the workflow. */
    void keep(String workflow, Map<String, Instant> since) throws IOException;
  }

  /** What comes of an end. */
  record Outcome(Ending ending, RegistrationExpiry.Teller teller) {}

  private final OverdueJobs overdue;
  private final Memory memory;
  private final TermTime time;
  private final Outcome outcome;
  private volatile List<OverdueJobs.Missed> missed = List.of();
  private long nextLook;

  /** The workflow with which the last look stopped. */
  private String lastKept = "";

  JobExpiry(OverdueJobs overdue, Memory memory, TermTime time, Outcome outcome) {
    this.overdue = overdue;
    this.memory = memory;
    this.time = time;
    this.outcome = outcome;
  }

  /** The one of a NameNode. */
  public static JobExpiry of(
      OverdueJobs overdue,
      KeptLineage lineage,
      LineageRegistry registry,
      PlacementAdvisor advisor,
      Ending ending) {
    return new JobExpiry(
        overdue,
        memoryOf(registry, lineage),
        new TermTime(() -> advisor.settings().life(), Time::now),
        new Outcome(ending, (job, why) -> Audit.byItself("expire", job + ": " + why)));
  }

  private static Memory memoryOf(LineageRegistry registry, KeptLineage lineage) {
    return new Memory() {
      @Override
      public LineageView view() {
        return registry.view();
      }

      @Override
      public boolean isKept(String workflow) {
        return lineage.lastSeen(workflow).isPresent();
      }

      @Override
      public Map<String, Instant> since(String workflow) {
        return lineage.dueSince(workflow);
      }

      @Override
      public Set<String> workflows() {
        return lineage.withDueJobs();
      }

      @Override
      public void keep(String workflow, Map<String, Instant> since) throws IOException {
        lineage.keepDue(workflow, since);
      }
    };
  }

  /** This NameNode has become the active one. */
  public synchronized void newTerm() {
    overdue.forget();
    missed = List.of();
    time.begin();
    nextLook = 0;
  }

  /** The jobs of a workflow that end by themselves if they are not seen. */
  public List<OverdueJobs.Missed> of(String workflow) {
    Registration registration = memory.view().registrations().get(workflow);
    return registration == null
        ? List.of()
        : missed.stream()
            .filter(each -> each.job().workflow().equals(workflow))
            .filter(each -> !registration.finished().contains(each.job().job()))
            .toList();
  }

  /** Ends what has had its time; what cannot be kept now is left to the next time. */
  public synchronized void tick() {
    long now = time.now();
    if (now < nextLook) {
      return;
    }
    RegistrationLife life = time.life();
    Duration patience = life.expiry();
    nextLook = now + Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, patience.toMillis() / LOOKS));
    Duration step = patience.dividedBy(WHILES);
    Instant grace = time.grace(life);
    List<OverdueJobs.Missed> due =
        overdue
            .look(
                memory.view(),
                memory::isKept,
                Instant.ofEpochMilli(now),
                patience,
                id -> known(id, step))
            .stream()
            .map(each -> each.notBefore(grace))
            .toList();
    missed = due.stream().filter(each -> each.at().toEpochMilli() > now).toList();
    // One that cannot end now stays in what is kept, for the NameNode that can end it.
    List<OverdueJobs.Missed> left =
        due.stream().filter(each -> each.at().toEpochMilli() > now || !end(each)).toList();
    keep(left, Instant.ofEpochMilli(now), step);
  }

  /** What is kept is older than what was known by up to that while. */
  private Map<String, Instant> known(String workflow, Duration step) {
    Map<String, Instant> known = new HashMap<>();
    memory.since(workflow).forEach((job, since) -> known.put(job, since.plus(step)));
    return known;
  }

  private void keep(List<OverdueJobs.Missed> due, Instant now, Duration step) {
    NavigableMap<String, Map<String, Instant>> late = new TreeMap<>();
    memory.workflows().forEach(id -> late.put(id, new HashMap<>()));
    for (OverdueJobs.Missed each : due) {
      if (!each.since().plus(step).isAfter(now)) {
        JobId job = each.job();
        Instant old = memory.since(job.workflow()).getOrDefault(job.job(), Instant.MIN);
        // What came from there is no news.
        boolean isKept = old.isAfter(Instant.MIN) && !each.since().isAfter(old.plus(step));
        late.computeIfAbsent(job.workflow(), id -> new HashMap<>())
            .put(job.job(), isKept ? old : each.since().truncatedTo(ChronoUnit.SECONDS));
      }
    }
    late.entrySet().removeIf(each -> each.getValue().equals(memory.since(each.getKey())));
    // After the last one, and then from the beginning: each gets its turn.
    Stream.concat(
            late.tailMap(lastKept, false).keySet().stream(),
            late.headMap(lastKept, true).keySet().stream())
        .limit(KEPT_AT_A_TIME)
        .toList()
        .forEach(id -> keep(id, late.get(id)));
  }

  private void keep(String workflow, Map<String, Instant> since) {
    lastKept = workflow;
    try {
      memory.keep(workflow, since);
    } catch (IOException | RuntimeException e) {
      // One that cannot be kept hinders no other.
      LOG.debug("since when jobs of {} are due is kept the next time", workflow, e);
    }
  }

  /** True when it has ended, also when that could not be told. */
  private boolean end(OverdueJobs.Missed missing) {
    boolean hasEnded = false;
    try {
      outcome.ending().end(missing.job().workflow(), missing.job().job());
      hasEnded = true;
      String job = missing.job().workflow() + '/' + missing.job().job();
      LOG.info("LDM takes job {} for ended: {}", Printable.of(job), missing.why());
      outcome.teller().ended(job, missing.why());
    } catch (IOException | RuntimeException e) {
      LOG.debug("LDM ends a job the next time, or could not tell that it has ended", e);
    }
    return hasEnded;
  }
}
