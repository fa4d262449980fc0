/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.registry.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * When a registration ends by itself: some time after the last of its jobs has ended, or when none
 * of them has been seen for a long time. What is registered and forgotten would have readers that
 * never come, and hold a fast tier for good.
 *
 * @param expiry how long a registration may go without one of its jobs being seen; zero for ever
 * @param retention how long it is kept after all of its jobs have ended; zero for ever
 */
public record RegistrationLife(Duration expiry, Duration retention) {
  /**
   * The end of a registration, if nothing more is seen of it.
   *
   * @param at when it comes
   * @param isOver true when all of its jobs have ended
   * @param why for people
   */
  public record End(Instant at, boolean isOver, String why) {
    /** This end, at that moment at the earliest. */
    public End notBefore(Instant earliest) {
      return new End(later(at, earliest), isOver, why);
    }
  }

  /**
   * When the registration ends by itself; empty for never.
   *
   * @param seen when it was registered, or one of its jobs was seen or ended, whichever is later
   */
  public Optional<End> endOf(Registration registration, Instant seen) {
    boolean isOver = isOver(registration);
    Duration patience = isOver ? retention : expiry;
    if (patience.isZero()) {
      return Optional.empty();
    }
    Instant from = isOver ? seen : later(seen, lastStart(registration));
    String why = isOver ? "all of its jobs have ended" : "none of its jobs has been seen";
    return Optional.of(new End(from.plus(patience), isOver, why + " since " + from));
  }

  /** What is to run at a known time is not overdue before it. */
  private static Instant lastStart(Registration registration) {
    return registration.workflow().jobs().stream()
        .filter(job -> !registration.finished().contains(job.name()))
        .flatMap(job -> job.start().stream())
        .max(Instant::compareTo)
        .orElse(Instant.MIN);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** The jobs that are not to come: those that have ended, error handlers, branches not taken. */
  static Set<String> past(Registration registration) {
    Set<String> past = new HashSet<>(registration.finished());
    for (Job job : registration.workflow().jobs()) {
      boolean isExcluded = job.excludes().stream().anyMatch(registration.finished()::contains);
      if (job.onError() || isExcluded) {
        past.add(job.name());
      }
      if (registration.finished().contains(job.name())) {
        past.addAll(job.excludes());
      }
    }
    return past;
  }

  private static boolean isOver(Registration registration) {
    Set<String> past = past(registration);
    return !registration.finished().isEmpty()
        && registration.workflow().jobs().stream().map(Job::name).allMatch(past::contains);
  }
}
