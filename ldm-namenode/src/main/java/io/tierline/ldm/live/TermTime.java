/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How long registrations have, in the NameNode's present term as the active one.
 *
 * <p>A NameNode that has just become active has seen nothing of what ran while none was: nothing
 * ends for lack of jobs in the first seventh of its time.
 */
public final class TermTime {
  private static final int GRACE_SHARE = 7;

  private final Supplier<RegistrationLife> life;
  private final LongSupplier millis;
  private volatile long began;

  /**
   * Creates one; the term begins now.
   *
   * @param millis the time of day
   */
  public TermTime(Supplier<RegistrationLife> life, LongSupplier millis) {
    this.life = life;
    this.millis = millis;
    this.began = now();
  }

  /** Another term has begun. */
  public void begin() {
    began = now();
  }

  /** The time of day. */
  public long now() {
    return millis.getAsLong();
  }

  /** How long they have by what is configured now. */
  public RegistrationLife life() {
    return life.get();
  }

  /** Nothing ends before it for lack of jobs, by that life. */
  public Instant grace(RegistrationLife now) {
    return Instant.ofEpochMilli(began).plus(now.expiry().dividedBy(GRACE_SHARE));
  }
}
