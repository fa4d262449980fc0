/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.uninstall;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.state.DamagedStateException;
import io.tierline.ldm.state.StateStore;
import io.tierline.ldm.state.StateUnavailableException;
import io.tierline.ldm.state.UninstallRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes LDM out of a cluster: withdraws all that is registered, gives directories their own storage
 * policies back and removes what is kept. From its beginning on LDM does nothing else, and blocks
 * are placed by stock. What has been begun is kept first, so that whichever NameNode is active goes
 * on with it; and so is its end, or LDM would begin anew with the next restart.
 */
public final class Uninstall {
  private static final Logger LOG = LoggerFactory.getLogger(Uninstall.class);

  /** How long workflows are withdrawn at a time. */
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What it takes apart; all of it may be done again. */
  interface Parts {
    /** Withdraws workflows as long as it may; returns how many are left. */
    int withdraw(BooleanSupplier goOn) throws IOException;

    /** Restores storage policies for a while; returns how many are left. */
    int restorePolicies();

    /** Directories that may still have replicas on fast tiers. */
    List<String> leaving();

    /** Takes a step that nobody asked for into the audit log. */
    void audit(String what) throws IOException;
  }

  private final StateStore store;
  private final Parts parts;
  private final LongSupplier millis;
  private volatile UninstallRecord found;
  private volatile UninstallRecord mark;
  private volatile int workflowsLeft;
  private volatile int policiesLeft;
  private volatile List<String> leaving = List.of();
  private volatile String trouble = "";

  /**
   * Binds it to what it takes apart.
   *
   * @param store has one record, and other kinds beside it
   * @param millis the clock, in milliseconds since 1970
   */
  public Uninstall(StateStore store, Parts parts, LongSupplier millis) {
    this.store = store;
    this.parts = parts;
    this.millis = millis;
  }

  /** True from its beginning on. */
  public boolean isOn() {
    return mark != null;
  }

  private boolean isDone() {
    UninstallRecord now = mark;
    return now != null && now.done().isPresent();
  }

  /** Reads whether it was begun; {@link #load} goes by it. */
  public void read() throws IOException {
    Map<String, byte[]> record = store.read(UninstallRecord.NAME);
    try {
      found = record.isEmpty() ? null : UninstallRecord.decode(record, store.format());
    } catch (DamagedStateException e) {
      // Somebody has begun it; to begin anew does no harm.
      found = new UninstallRecord("unknown", now(), Optional.empty());
    }
  }

  /** Takes what was read in place of what is known. */
  public void load() {
    mark = found;
    if (mark != null) {
      LOG.warn("LDM is off: {}", text());
    }
  }

  /** Another NameNode goes on. */
  public void release() {
    mark = null;
    leaving = List.of();
    trouble = "";
  }

  private Instant now() {
    return Instant.ofEpochMilli(millis.getAsLong());
  }

  /**
   * Begins; what has been begun goes on.
   *
   * @throws StateUnavailableException when that could not be kept, as in safe mode: nothing has
   *     begun
   */
  public synchronized void begin(String by) throws StateUnavailableException {
    if (!isOn()) {
      try {
        keep(new UninstallRecord(by, now(), Optional.empty()));
      } catch (IOException e) {
        throw new StateUnavailableException(
            "nothing was begun, since it could not be kept: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
            e);
      }
      LOG.warn("LDM is being taken out, as {} has said", by);
    }
  }

  private void keep(UninstallRecord next) throws IOException {
    store.put(UninstallRecord.NAME, next.encode(store.format()));
    mark = next;
  }

  /** Goes on for a while. */
  public void step() {
    long end = Time.monotonicNowNanos() + STEP_NANOS;
    step(() -> Time.monotonicNowNanos() < end);
  }

  /**
   * Goes on as long as it may.
   *
   * @param goOn asked after each workflow
   */
  public synchronized void step(BooleanSupplier goOn) {
    if (!isOn() || isDone()) {
      return;
    }
    try {
      workflowsLeft = parts.withdraw(goOn);
      policiesLeft = parts.restorePolicies();
      if (workflowsLeft == 0 && policiesLeft == 0) {
        leaving = List.copyOf(parts.leaving());
        store.removeOthers();
        keep(new UninstallRecord(mark.by(), mark.begun(), Optional.of(now())));
        LOG.warn(
            "{}; directories that may have replicas on SSDs: {}", text(), Printable.of(leaving));
        parts.audit("done; directories that may have fast replicas: " + leaving.size());
      }
      trouble = "";
    } catch (IOException e) {
      trouble = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
  }

  /** For who asks for something that is not done any more. */
  public String text() {
    return isDone()
        ? "LDM has been uninstalled: now take its keys out of the configuration of every NameNode,"
            + " restart them, then remove the jar"
        : "LDM is being uninstalled (hdfs ldm -uninstall shows how far it is)";
  }

  /**
   * For who asks for it while LDM is off. What cannot be trusted to place blocks is not let loose
   * on the namespace either, so it stands still.
   *
   * @param why LDM is off
   */
  public String whileOff(String why) {
    return ("%s. %s until LDM is on, here or in another NameNode; by hand: docs/operations.md,"
            + " Take it out")
        .formatted(why, isOn() ? "The uninstallation stands still" : "Nothing is uninstalled");
  }

  /**
   * Says what it waits for, if it was begun.
   *
   * @param what keeps it from going on for now
   */
  public void waits(String what) {
    if (isOn() && !isDone()) {
      trouble = what;
    }
  }

  /** How far it has come, for REST. */
  public Progress progress() {
    UninstallRecord now = mark;
    if (now == null) {
      return new Progress("NOT_BEGUN", null, null, null, null, null, null, null, null);
    }
    return new Progress(
        isDone() ? "DONE" : "UNDER_WAY",
        now.by(),
        now.begun().toString(),
        now.done().map(Instant::toString).orElse(null),
        isDone() ? 0 : workflowsLeft,
        isDone() ? 0 : policiesLeft,
        leaving,
        text(),
        trouble.isEmpty() ? null : trouble);
  }

  /** How far it is; null is what cannot be told, of one that is not begun all but its state. */
  public record Progress(
      String state,
      String by,
      String begun,
      String done,
      Integer workflowsLeft,
      Integer storagePoliciesLeft,
      List<String> directoriesWithFastReplicas,
      String text,
      String trouble) {}
}
