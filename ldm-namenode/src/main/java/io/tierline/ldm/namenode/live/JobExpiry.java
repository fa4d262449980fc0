/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.KeptLineage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends single jobs of registrations that are due and do not come, see {@link OverdueJobs}. Since
 * when one is due is known in memory: a NameNode that becomes active gives each its time anew.
 */
public final class JobExpiry {
  private static final Logger LOG = LoggerFactory.getLogger(JobExpiry.class);

  /** So often within the time that a job has it is looked who is due, within these bounds. */
  private static final int LOOKS = 20;

  private static final long LEAST_MILLIS = 1_000;
  private static final long MOST_MILLIS = 60_000;

  /** What ends a job. */
  @FunctionalInterface
  public interface Ending {
    void end(String workflow, String job) throws LineageException;
  }

  private final OverdueJobs overdue;
  private final Supplier<LineageView> view;
  private final Predicate<String> kept;
  private final Supplier<Duration> expiry;
  private final LongSupplier millis;
  private final Ending ending;
  private final RegistrationExpiry.Teller teller;
  private volatile List<OverdueJobs.Missed> missed = List.of();
  private long nextLook;

  JobExpiry(
      OverdueJobs overdue,
      Supplier<LineageView> view,
      Predicate<String> kept,
      Supplier<Duration> expiry,
      LongSupplier millis,
      Ending ending,
      RegistrationExpiry.Teller teller) {
    this.overdue = overdue;
    this.view = view;
    this.kept = kept;
    this.expiry = expiry;
    this.millis = millis;
    this.ending = ending;
    this.teller = teller;
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
        registry::view,
        id -> lineage.lastSeen(id).isPresent(),
        () -> advisor.settings().life().expiry(),
        Time::now,
        ending,
        (job, why) -> Audit.byItself("expire", job + ": " + why));
  }

  /** This NameNode has become the active one. */
  public synchronized void newTerm() {
    overdue.forget();
    missed = List.of();
    nextLook = 0;
  }

  /** The jobs of a workflow that end by themselves if they are not seen. */
  public List<OverdueJobs.Missed> of(String workflow) {
    Registration registration = view.get().registrations().get(workflow);
    return registration == null
        ? List.of()
        : missed.stream()
            .filter(each -> each.job().workflow().equals(workflow))
            .filter(each -> !registration.finished().contains(each.job().job()))
            .toList();
  }

  /** Ends what has had its time; what cannot be kept now is left to the next time. */
  public synchronized void tick() {
    long now = millis.getAsLong();
    if (now < nextLook) {
      return;
    }
    Duration patience = expiry.get();
    nextLook = now + Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, patience.toMillis() / LOOKS));
    List<OverdueJobs.Missed> due =
        overdue.look(view.get(), kept, Instant.ofEpochMilli(now), patience);
    missed = due.stream().filter(each -> each.at().toEpochMilli() > now).toList();
    due.stream().filter(each -> each.at().toEpochMilli() <= now).forEach(this::end);
  }

  private void end(OverdueJobs.Missed missing) {
    try {
      ending.end(missing.job().workflow(), missing.job().job());
      String job = missing.job().workflow() + '/' + missing.job().job();
      LOG.info("LDM takes job {} for ended: {}", Printable.of(job), missing.why());
      teller.ended(job, missing.why());
    } catch (IOException e) {
      LOG.debug("LDM ends a job the next time", e);
    }
  }
}
