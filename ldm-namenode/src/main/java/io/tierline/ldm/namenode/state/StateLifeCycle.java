/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.state;

import io.tierline.ldm.guard.Chores;
import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.namespace.HaRole;
import io.tierline.ldm.state.KeptLineage;
import io.tierline.ldm.state.KeptLineage.Mode;
import io.tierline.ldm.state.LoadReport;
import io.tierline.ldm.state.NewerStateException;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the NameNode through its terms as active and standby: loads what is registered when it
 * becomes active, and lets go of it when it is active no more. In between, blocks are placed by
 * stock and changes are refused.
 *
 * <p>The role is looked at every {@value #INTERVAL_MILLIS} ms by one thread, and again by every
 * request, so that a term which nobody saw begin never sees the lineage of an earlier one.
 */
public final class StateLifeCycle {
  private static final Logger LOG = LoggerFactory.getLogger(StateLifeCycle.class);

  private static final long INTERVAL_MILLIS = 100;
  private static final long RETRY_MILLIS = 1_000;

  /** After each failure the next try comes after twice the time, and after 64 s at the most. */
  private static final int MOST_DOUBLINGS = 6;

  /** A standby's lineage is this old at the most, or as old as ten readings take. */
  private static final long STANDBY_MILLIS = 3_000;

  private static final int STANDBY_SHARE = 10;
  private static final int MAX_LOGGED = 100;

  /** The mode of one that keeps its hands off. */
  static final String REFUSED = "REFUSED";

  /** What else is loaded and let go of with the lineage. */
  public interface Companion {
    /**
     * Reads all that {@link #load} goes by, before anything is taken over.
     *
     * @throws NewerStateException when a later version of Tierline has written some of it
     */
    default void prepare() throws IOException {}

    void load() throws IOException;

    void release();
  }

  /** What places blocks, and is told what it may go by. */
  public interface Placing {
    /** Whether what is registered is known; while it is being loaded, stock answers. */
    void lineageKnown(boolean known);

    /** Whether stock answers everything, since LDM cannot tell what is registered. */
    void off(boolean nowOff);

    /** Where what our own code throws is taken. */
    HostGuard hostGuard();

    /** Where loads and failures are counted. */
    LdmMetrics metrics();
  }

  /** Why nothing is loaded in a term. */
  private record Refusal(long term, String why) {}

  /** What is loaded when a term begins, and let go of when it ends. */
  public record Loaded(KeptLineage lineage, Companion companion) {
    private LoadReport load() throws IOException {
      companion.prepare();
      LoadReport report = lineage.load();
      companion.load();
      return report;
    }

    private void release() {
      lineage.release();
      companion.release();
    }
  }

  private final HaRole role;
  private final Loaded loaded;
  private final KeptLineage lineage;
  private final Placing placing;
  private final LdmMetrics metrics;
  private final LongSupplier millis;
  private final Set<String> logged = new HashSet<>();
  private volatile Long loadedTerm;
  private volatile LoadReport report;
  private volatile Refusal refusal;
  private String toldRefusal = "";
  private volatile long nextTry;
  private volatile int failedLoads;
  private volatile Throwable lastFailure;
  private long standbyUntil;

  /**
   * Binds them all.
   *
   * @param millis a clock that only goes forward, in milliseconds
   */
  public StateLifeCycle(HaRole role, Loaded loaded, Placing placing, LongSupplier millis) {
    this.role = role;
    this.loaded = loaded;
    this.lineage = loaded.lineage();
    this.placing = placing;
    this.metrics = placing.metrics();
    this.millis = millis;
    this.nextTry = millis.getAsLong();
    this.standbyUntil = nextTry;
    placing.lineageKnown(false);
  }

  public void start(Chores chores) {
    chores.every(
        "tierline-ldm-state", "following the NameNode's state", 0, INTERVAL_MILLIS, this::step);
  }

  /**
   * Ends it, and waits for nothing: the NameNode is being stopped. Its edit log is closed by then,
   * and a thread of ours that wrote to the namespace at that moment waits for the log for good,
   * whatever it holds.
   */
  public void stop() {
    placing.lineageKnown(false);
  }

  /** Looks at the role and does what follows. */
  void step() {
    if (!role.isActive()) {
      release();
    } else if (refusal().isPresent()) {
      return;
    } else if (!isCurrent()) {
      release();
      if (millis.getAsLong() >= nextTry) {
        load();
      }
    } else if (lineage.isUntidy() && !role.isInSafeMode()) {
      tidy();
    }
  }

  /** True when what is registered is that of the NameNode's present term as active. */
  public boolean isCurrent() {
    Long term = loadedTerm;
    return term != null && role.isActive() && term == role.term();
  }

  /** True when it also may be changed. */
  public boolean isWritable() {
    return isCurrent() && lineage.mode() == Mode.READY;
  }

  /**
   * Why LDM is off: for good, since it does not fit this Hadoop, or for the present term, since
   * what is kept was written by a later version of Tierline.
   */
  public Optional<String> refusal() {
    Optional<String> forGood = placing.hostGuard().why().map(why -> "LDM is off: " + why);
    if (forGood.isPresent()) {
      return forGood;
    }
    Refusal refused = refusal;
    boolean holds = refused != null && role.isActive() && refused.term() == role.term();
    return holds ? Optional.of(refused.why()) : Optional.empty();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread loads, others read
  private void load() {
    long term = role.term();
    long started = millis.getAsLong();
    try {
      LoadReport now = loaded.load();
      loadedTerm = term;
      report = now;
      failedLoads = 0;
      lastFailure = null;
      placing.lineageKnown(true);
      toldRefusal = "";
      tell(now, millis.getAsLong() - started);
    } catch (NewerStateException e) {
      refuse(term, e);
    } catch (IOException | RuntimeException | Error e) {
      lineage.release();
      nextTry = millis.getAsLong() + (RETRY_MILLIS << Math.min(failedLoads, MOST_DOUBLINGS));
      failedLoads++;
      lastFailure = e;
      failed("loading the registered lineage", e);
    }
  }

  private void tell(LoadReport now, long took) {
    metrics.stateLoads.incr();
    metrics.stateLoadMillis.set(took);
    metrics.stateRecordsSetAside.set(now.setAside().size());
    metrics.workflows.set(now.workflows());
    LOG.info("LDM loaded {} workflows in {} ms", now.workflows(), took);
    now.setAside().stream()
        .limit(MAX_LOGGED)
        .forEach(
            fault ->
                LOG.warn(
                    "LDM sets aside the record of a workflow under {}/damaged: {}: {}",
                    NamespaceStateStore.ROOT,
                    Printable.of(fault.name()),
                    Printable.of(fault.reason())));
  }

  /** To know a part would be worse than to know nothing: what it tells no reader of goes down. */
  private void refuse(long term, NewerStateException cause) {
    lineage.release();
    String why = "LDM is off: what is kept under " + NamespaceStateStore.ROOT + " was ";
    refusal = new Refusal(term, why + cause.getMessage());
    placing.off(true);
    metrics.stateRefused.set(1);
    if (!refusal.why().equals(toldRefusal)) {
      toldRefusal = refusal.why();
      LOG.error(
          "{}. Nothing there is changed, and this NameNode places blocks as stock; upgrade it, or"
              + " go"
              + " back as docs/operations.md says",
          toldRefusal);
    }
  }

  private void tidy() {
    try {
      lineage.tidy();
    } catch (IOException e) {
      failed("setting damaged records aside", e);
    }
  }

  private void release() {
    if (refusal != null) {
      refusal = null;
      placing.off(false);
      metrics.stateRefused.set(0);
    }
    if (loadedTerm != null || lineage.mode() != Mode.WAITING) {
      placing.lineageKnown(false);
      loadedTerm = null;
      loaded.release();
      nextTry = millis.getAsLong();
      failedLoads = 0;
      lastFailure = null;
    }
  }

  /** Each kind once. */
  private void failed(String what, Throwable cause) {
    if (cause instanceof Error) {
      placing.hostGuard().failed(what, cause);
    }
    metrics.stateFailures.incr();
    if (logged.size() < MAX_LOGGED && logged.add(what + cause.getClass())) {
      LOG.warn("LDM: {} failed; it is tried again", what, Printable.of(cause));
    }
  }

  /**
   * Makes what a standby's namespace holds readable, if it has not just been made so.
   *
   * @throws StateUnavailableException when it cannot be read
   */
  public synchronized void readInStandby() throws StateUnavailableException {
    long now = millis.getAsLong();
    if (now < standbyUntil) {
      return;
    }
    try {
      lineage.peek();
    } catch (NewerStateException e) {
      throw new StateUnavailableException("what is kept was " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      metrics.stateFailures.incr();
      throw new StateUnavailableException("this standby's namespace cannot be read: " + e);
    }
    long took = millis.getAsLong() - now;
    standbyUntil = now + took + Math.max(STANDBY_MILLIS, STANDBY_SHARE * took);
  }

  /** For the status page. */
  public Status status() {
    Optional<String> refusal = refusal();
    Throwable failure = lastFailure;
    String loading =
        failure == null
            ? null
            : "loading has failed " + failedLoads + " times and is tried again: " + failure;
    LoadReport last = report;
    return new Status(
        refusal.isPresent() ? REFUSED : (isCurrent() ? lineage.mode() : Mode.WAITING).name(),
        refusal.orElse(loading),
        last == null ? null : last.setAside().size());
  }

  /**
   * How what is kept is.
   *
   * @param why it is not as it should be; null when it is
   * @param setAside records that could not be read; null before any was
   */
  public record Status(String mode, String why, Integer setAside) {
    /** This status while LDM is taken out. */
    public Status leaving(String text) {
      return new Status("UNINSTALL", text, setAside);
    }
  }
}
