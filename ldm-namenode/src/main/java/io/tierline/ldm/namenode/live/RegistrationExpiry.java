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
import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.live.TermTime;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.KeptLineage;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Withdraws registrations whose time is over, see {@link RegistrationLife} and {@link TermTime}.
 */
public final class RegistrationExpiry {
  /** How often it is looked. */
  public static final long TICK_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(RegistrationExpiry.class);

  /** Times of earlier versions' records kept with each look: some edits a second. */
  private static final int KEPT_AT_A_TIME = 20;

  /** What ends a registration. */
  @FunctionalInterface
  public interface Withdrawal {
    void withdraw(String workflow) throws LineageException;
  }

  /** Told of what has ended, and why. */
  @FunctionalInterface
  interface Teller {
    void ended(String workflow, String why) throws IOException;
  }

  /**
   * What comes of an end.
   *
   * @param failed counts what has to wait for the next time
   */
  record Outcome(Withdrawal withdrawal, Teller teller, Runnable failed) {}

  private final KeptLineage lineage;
  private final Supplier<? extends Iterable<Registration>> registrations;
  private final TermTime time;
  private final Outcome outcome;

  RegistrationExpiry(
      KeptLineage lineage,
      Supplier<? extends Iterable<Registration>> registrations,
      TermTime time,
      Outcome outcome) {
    this.lineage = lineage;
    this.registrations = registrations;
    this.time = time;
    this.outcome = outcome;
  }

  /** The one of a NameNode. */
  public static RegistrationExpiry of(
      KeptLineage lineage,
      LineageRegistry registry,
      PlacementAdvisor advisor,
      Withdrawal withdrawal) {
    return new RegistrationExpiry(
        lineage,
        () -> registry.view().registrations().values(),
        new TermTime(() -> advisor.settings().life(), Time::now),
        new Outcome(
            withdrawal,
            (id, why) -> Audit.byItself("expire", id + ": " + why),
            advisor.metrics().stateFailures::incr));
  }

  /** This NameNode has become the active one. */
  public void newTerm() {
    time.begin();
  }

  /** When it was registered, or one of its jobs was seen; empty for what nobody registered. */
  public OptionalLong lastSeen(Registration registration) {
    return lineage.lastSeen(registration.workflow().id());
  }

  /** When the registration ends by itself; empty for never, and for what nobody registered. */
  public Optional<RegistrationLife.End> endOf(Registration registration) {
    OptionalLong seen = lastSeen(registration);
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    RegistrationLife now = time.life();
    return now.endOf(registration, Instant.ofEpochMilli(seen.getAsLong()))
        .map(end -> end.isOver() ? end : end.notBefore(time.grace(now)));
  }

  /**
   * How many registrations end by themselves until that moment, if nothing more is seen of them.
   */
  public int endingBy(long moment) {
    Instant until = Instant.ofEpochMilli(moment);
    int ending = 0;
    for (Registration registration : registrations.get()) {
      ending += endOf(registration).filter(end -> !end.at().isAfter(until)).isPresent() ? 1 : 0;
    }
    return ending;
  }

  /** A job of a registered workflow was seen. */
  public void saw(JobId job) {
    try {
      lineage.saw(job.workflow());
    } catch (IOException e) {
      outcome.failed().run();
      LOG.debug("LDM keeps that it saw {} the next time", job, e);
    }
  }

  /** As {@link #tick}; what fails is left to the next time. */
  public void tickOrLater() {
    try {
      tick();
    } catch (IOException e) {
      outcome.failed().run();
      LOG.debug("LDM ends registrations the next time", e);
    }
  }

  /** Withdraws what has had its time. */
  void tick() throws IOException {
    Instant now = Instant.ofEpochMilli(time.now());
    for (Registration registration : registrations.get()) {
      Optional<RegistrationLife.End> end = endOf(registration);
      if (end.isPresent() && !end.get().at().isAfter(now)) {
        String id = registration.workflow().id();
        outcome.withdrawal().withdraw(id);
        LOG.info("LDM has withdrawn workflow {}: {}", Printable.of(id), end.get().why());
        outcome.teller().ended(id, end.get().why());
      }
    }
    lineage.keepSeen(KEPT_AT_A_TIME);
  }
}
