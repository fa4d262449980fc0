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
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.KeptLineage;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Withdraws registrations whose time is over, see {@link RegistrationLife}.
 *
 * <p>A NameNode that has just become active has seen nothing of what ran while none was: none of
 * its registrations ends for lack of jobs in the first seventh of their time.
 */
public final class RegistrationExpiry {
  /** How often it is looked. */
  public static final long TICK_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(RegistrationExpiry.class);
  private static final int GRACE_SHARE = 7;

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

  private final KeptLineage lineage;
  private final Supplier<? extends Iterable<Registration>> registrations;
  private final Supplier<RegistrationLife> life;
  private final LongSupplier millis;
  private final Withdrawal withdrawal;
  private final Teller teller;
  private final Runnable failed;
  private volatile long termBegan;

  RegistrationExpiry(
      KeptLineage lineage,
      Supplier<? extends Iterable<Registration>> registrations,
      Supplier<RegistrationLife> life,
      LongSupplier millis,
      Withdrawal withdrawal,
      Teller teller,
      Runnable failed) {
    this.lineage = lineage;
    this.registrations = registrations;
    this.life = life;
    this.millis = millis;
    this.withdrawal = withdrawal;
    this.teller = teller;
    this.failed = failed;
    this.termBegan = millis.getAsLong();
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
        () -> advisor.settings().life(),
        Time::now,
        withdrawal,
        (id, why) -> Audit.byItself("expire", id + ": " + why),
        advisor.metrics().stateFailures::incr);
  }

  /** This NameNode has become the active one. */
  public void newTerm() {
    termBegan = millis.getAsLong();
  }

  /** When the registration ends by itself; empty for never, and for what nobody registered. */
  public Optional<RegistrationLife.End> endOf(Registration registration) {
    OptionalLong seen = lineage.lastSeen(registration.workflow().id());
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    RegistrationLife now = life.get();
    Instant grace = Instant.ofEpochMilli(termBegan).plus(now.expiry().dividedBy(GRACE_SHARE));
    return now.endOf(registration, Instant.ofEpochMilli(seen.getAsLong()))
        .map(end -> end.isOver() ? end : end.notBefore(grace));
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
      failed.run();
      LOG.debug("LDM keeps that it saw {} the next time", job, e);
    }
  }

  /** As {@link #tick}; what fails is left to the next time. */
  public void tickOrLater() {
    try {
      tick();
    } catch (IOException e) {
      failed.run();
      LOG.debug("LDM ends registrations the next time", e);
    }
  }

  /** Withdraws what has had its time. */
  void tick() throws IOException {
    Instant now = Instant.ofEpochMilli(millis.getAsLong());
    for (Registration registration : registrations.get()) {
      Optional<RegistrationLife.End> end = endOf(registration);
      if (end.isPresent() && !end.get().at().isAfter(now)) {
        String id = registration.workflow().id();
        withdrawal.withdraw(id);
        LOG.info("LDM has withdrawn workflow {}: {}", Printable.of(id), end.get().why());
        teller.ended(id, end.get().why());
      }
    }
    lineage.keepSeen(KEPT_AT_A_TIME);
  }
}
