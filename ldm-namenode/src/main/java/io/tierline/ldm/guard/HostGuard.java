/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.guard;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where every hook of ours takes what our own code throws, errors included: counted, logged once
 * for each cause, and then the host goes on as if we had not been asked.
 *
 * <p>A {@link LinkageError} says that this is not the host we were built for: a method is not there
 * or is another. Nothing of ours is to be trusted then, so it is off for good, until the daemon is
 * started again. An OutOfMemoryError or a StackOverflowError costs one answer only.
 *
 * <p>A hook looks like this. It catches by itself, since a lambda handed to a guard may fail to be
 * made, and that is outside of what the guard could catch:
 *
 * <pre>
 * try {
 *   ours = decide();
 * } catch (RuntimeException | Error e) {
 *   guard.failed("deciding", e);
 * }
 * return ours == null ? super.answer() : ours;
 * </pre>
 *
 * What the host's own code throws in the call of super is not caught by a hook: it is the host's.
 */
public final class HostGuard {
  private static final Logger LOG = LoggerFactory.getLogger(HostGuard.class);
  private static final int MAX_CAUSES = 100;

  private final String part;
  private final AtomicLong faults = new AtomicLong();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();
  private volatile Consumer<Throwable> listener = fault -> {};

  /** Set without anything being made, since there may be no memory for it. */
  private volatile @Nullable LinkageError misfit;

  private volatile @Nullable String misfitIn;
  private volatile @Nullable String refusal;

  /**
   * Creates one that is on.
   *
   * @param part what is off when it is off, for a log line, such as "Tierline LDM"
   */
  public HostGuard(String part) {
    this.part = part;
  }

  /** Has somebody told of every fault, to count it. */
  public void onFault(Consumer<Throwable> toWhom) {
    listener = toWhom;
  }

  /** True when nothing of ours is to be asked any more. */
  public boolean isOff() {
    return misfit != null || refusal != null;
  }

  /** Faults so far. */
  public long faults() {
    return faults.get();
  }

  /** Why we are off, in one line; empty when we are not. */
  public Optional<String> why() {
    if (refusal != null) {
      return Optional.of(refusal);
    }
    LinkageError fault = misfit;
    return fault == null
        ? Optional.empty()
        : Optional.of(
            "it does not fit this Hadoop: " + fault + " (" + misfitIn + "); restart to try again");
  }

  /**
   * Switches us off for good, for a reason that is known before anything has failed.
   *
   * @param why in one line
   */
  public void refuse(String why) {
    refusal = why;
    LOG.error("{} is off: {}", part, why);
  }

  /**
   * Takes a fault of ours. Never throws, whatever state the process is in.
   *
   * @param what was being done, such as "placing a block"
   */
  public void failed(String what, Throwable fault) {
    faults.incrementAndGet();
    boolean isMisfit = false;
    if (fault instanceof LinkageError error && misfit == null) {
      misfitIn = what;
      misfit = error;
      isMisfit = true;
    }
    try {
      listener.accept(fault);
      tell(what, fault, isMisfit);
    } catch (RuntimeException | Error again) {
      // It was counted; there is nothing left to say it with.
      faults.incrementAndGet();
    }
  }

  private void tell(String what, Throwable fault, boolean isMisfit) {
    if (isMisfit) {
      LOG.error("{} is off: {}", part, why().orElse(""), fault);
    } else if (logged.size() < MAX_CAUSES && logged.add(what + fault.getClass().getName())) {
      LOG.warn(
          "{}: {} failed; the host goes on as without us. Logged once, counted as a fault",
          part,
          what,
          fault);
    }
  }
}
