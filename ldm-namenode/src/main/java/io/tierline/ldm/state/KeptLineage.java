/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageRegistry.Change;
import io.tierline.ldm.registry.Refused;
import io.tierline.ldm.registry.Registration;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * A registry whose changes are kept in a store before anybody sees them: what was acknowledged is
 * there after a crash, and what was refused has left no trace.
 *
 * <p>Nothing can be changed before {@link #load}, nor after {@link #release}, when another has
 * taken over the store. The lock is the registry's: what is kept and what is seen change together.
 */
public final class KeptLineage {
  /** What may be done. */
  public enum Mode {
    /** Nothing: what is registered is not known. */
    WAITING,
    /** Everything. */
    READY
  }

  /** Records that are held in both forms at a time. */
  private static final int BATCH = 1024;

  private final LineageRegistry registry;
  private final StateStore store;
  private final StateCodec codec;
  private final LongSupplier millis;
  private final LastSeen lastSeen = new LastSeen();
  private final DueSince due = new DueSince();
  private final Deque<String> toSetAside = new ArrayDeque<>();
  private volatile Mode mode = Mode.WAITING;

  /**
   * Binds a registry to the store that what is registered is kept in from now on.
   *
   * @param millis the clock by which workflows are seen, in milliseconds since 1970
   */
  public KeptLineage(
      LineageRegistry registry, StateStore store, StateCodec codec, LongSupplier millis) {
    this.registry = registry;
    this.millis = millis;
    this.store = store;
    this.codec = codec;
    registry.keepBy(this::keep);
  }

  /** What may be done now. */
  public Mode mode() {
    return mode;
  }

  /** Whether records still have to be set aside. */
  public boolean isUntidy() {
    synchronized (registry) {
      return !toSetAside.isEmpty();
    }
  }

  /**
   * Registers what the store holds in the place of whatever is registered, and allows changes.
   * Records that cannot be used are left out, and set aside by {@link #tidy}.
   *
   * @throws NewerStateException when a later version of Tierline has written to it: part of what is
   *     registered would be worse than none of it, so nothing is registered then
   * @throws IOException when the store cannot be read; nothing has changed then
   */
  public LoadReport load() throws IOException {
    synchronized (registry) {
      LoadReport report = read(new Loaded());
      toSetAside.clear();
      report.setAside().forEach(fault -> toSetAside.add(fault.name()));
      mode = Mode.READY;
      return report;
    }
  }

  /** As {@link #load}, for reading only: the store is another's to change. */
  public void peek() throws IOException {
    synchronized (registry) {
      if (mode == Mode.WAITING) {
        read(new Loaded());
      }
    }
  }

  /** A record as it lies in the store. */
  private record Raw(String name, Map<String, byte[]> attributes) {}

  /** What became of a record: one of the three. */
  private record Decoded(
      Registration registration,
      OptionalLong seen,
      Map<String, Instant> due,
      LoadReport.Fault fault,
      NewerStateException newer) {
    static Decoded of(LoadReport.Fault fault) {
      return new Decoded(null, OptionalLong.empty(), Map.of(), fault, null);
    }
  }

  /** Records as they are read; they are decoded side by side, some at a time. */
  private static final class Loaded {
    private final List<Raw> raw = new ArrayList<>();
    private final List<Registration> registrations = new ArrayList<>();
    private final Map<String, OptionalLong> seen = new HashMap<>();
    private final Map<String, Map<String, Instant>> due = new HashMap<>();
    private final List<LoadReport.Fault> faults = new ArrayList<>();
    private NewerStateException newer;
  }

  private LoadReport read(Loaded loaded) throws IOException {
    try {
      readRecords(loaded);
    } catch (NewerStateException e) {
      registry.restore(List.of());
      throw e;
    }
    for (Refused refused : registry.restore(loaded.registrations)) {
      String name = StateCodec.name(refused.registration().workflow().id());
      loaded.faults.add(new LoadReport.Fault(name, refused.reason()));
    }
    lastSeen.clear();
    due.clear();
    for (String id : registry.view().registrations().keySet()) {
      due.kept(id, loaded.due.get(id));
      // What an earlier version has kept says nothing of it: it counts as seen now.
      loaded
          .seen
          .get(id)
          .ifPresentOrElse(
              at -> lastSeen.kept(id, at), () -> lastSeen.seen(id, millis.getAsLong()));
    }
    return new LoadReport(registry.view().registrations().size(), loaded.faults);
  }

  private void readRecords(Loaded loaded) throws IOException {
    store.readAll(
        (name, attributes) -> {
          loaded.raw.add(new Raw(name, attributes));
          if (loaded.raw.size() == BATCH) {
            decode(loaded);
          }
        });
    decode(loaded);
    if (loaded.newer != null) {
      throw loaded.newer;
    }
  }

  private void decode(Loaded loaded) {
    for (Decoded decoded : loaded.raw.parallelStream().map(this::decode).toList()) {
      if (decoded.registration() != null) {
        loaded.registrations.add(decoded.registration());
        loaded.seen.put(decoded.registration().workflow().id(), decoded.seen());
        loaded.due.put(decoded.registration().workflow().id(), decoded.due());
      } else if (decoded.fault() != null) {
        loaded.faults.add(decoded.fault());
      } else {
        loaded.newer = decoded.newer();
      }
    }
    loaded.raw.clear();
  }

  private Decoded decode(Raw raw) {
    try {
      Registration registration = codec.decode(raw.attributes());
      if (raw.name().equals(StateCodec.name(registration.workflow().id()))) {
        byte[] beside = raw.attributes().get(StateCodec.FINISHED);
        Map<String, Instant> late = DueSince.in(beside, registration.workflow());
        return new Decoded(registration, LastSeen.in(beside), late, null, null);
      }
      String reason = "it stands under the name of another workflow";
      return Decoded.of(new LoadReport.Fault(raw.name(), reason));
    } catch (NewerStateException e) {
      return new Decoded(null, OptionalLong.empty(), Map.of(), null, e);
    } catch (DamagedStateException e) {
      return Decoded.of(new LoadReport.Fault(raw.name(), e.getMessage()));
    }
  }

  /** Allows no changes any more. */
  public void release() {
    mode = Mode.WAITING;
  }

  /** Sets aside the records that {@link #load} could not use; called again after a failure. */
  public void tidy() throws IOException {
    synchronized (registry) {
      while (mode == Mode.READY && !toSetAside.isEmpty()) {
        store.setAside(toSetAside.peek());
        toSetAside.remove();
      }
    }
  }

  /**
   * When a job of that registered workflow was last seen or has ended, or it was registered; in
   * milliseconds since 1970, and empty for what nobody has registered.
   */
  public OptionalLong lastSeen(String workflow) {
    return lastSeen.of(workflow);
  }

  /**
   * Takes note that a job of a registered workflow was seen. It is kept every ten minutes, which is
   * near enough for what ends after days.
   *
   * @throws IOException when it could not be kept; it is known here all the same
   */
  public void saw(String workflow) throws IOException {
    synchronized (registry) {
      if (lastSeen.knows(workflow)) {
        lastSeen.seen(workflow, millis.getAsLong());
        keepSeen(workflow);
      }
    }
  }

  /**
   * Keeps when workflows were seen of which nothing is kept, such as those of earlier versions.
   *
   * @param most how many at a time
   * @throws IOException when some could not be kept
   */
  public void keepSeen(int most) throws IOException {
    for (String workflow : lastSeen.toBeKept(most)) {
      synchronized (registry) {
        keepSeen(workflow);
      }
    }
  }

  private void keepSeen(String workflow) throws IOException {
    if (mode == Mode.READY && lastSeen.isToBeKept(workflow)) {
      long at = lastSeen.of(workflow).getAsLong();
      String name = StateCodec.name(workflow);
      byte[] before = store.read(name).get(StateCodec.FINISHED);
      store.set(name, StateCodec.FINISHED, LastSeen.with(before, at));
      lastSeen.kept(workflow, at);
    }
  }

  /** Since when jobs of a registered workflow are due that do not come, as it is kept. */
  public Map<String, Instant> dueSince(String workflow) {
    return due.of(workflow);
  }

  /** The workflows of which some are kept. */
  public Set<String> withDueJobs() {
    return due.workflows();
  }

  /**
   * Keeps since when jobs of a registered workflow are due, in the place of what was kept of it; of
   * a workflow that is not registered nothing.
   *
   * @throws IOException when it could not be kept
   */
  public void keepDue(String workflow, Map<String, Instant> since) throws IOException {
    synchronized (registry) {
      Registration registration = registry.view().registrations().get(workflow);
      if (mode == Mode.READY && registration != null && lastSeen.knows(workflow)) {
        String name = StateCodec.name(workflow);
        byte[] before = store.read(name).get(StateCodec.FINISHED);
        store.set(name, StateCodec.FINISHED, DueSince.with(before, registration.workflow(), since));
        // What had no room is not tried again either.
        due.kept(workflow, since);
      } else {
        due.forget(workflow);
      }
    }
  }

  /** Keeps a change of what is registered; each record for itself. */
  @SuppressWarnings("ReferenceEquality") // the same document as before
  private void keep(Change change) throws LineageException {
    requireReady();
    long now = millis.getAsLong();
    Map<String, Map<String, byte[]>> records = new TreeMap<>();
    Map<String, byte[]> finished = new TreeMap<>();
    for (Registration registration : change.come().values()) {
      String id = registration.workflow().id();
      Registration was = change.gone().get(id);
      boolean sameDocument =
          was != null
              && was.workflow() == registration.workflow()
              && was.owner().equals(registration.owner());
      if (sameDocument) {
        finished.put(StateCodec.name(id), LastSeen.with(codec.finished(registration), now));
      } else {
        Map<String, byte[]> record = codec.encode(registration);
        record.compute(StateCodec.FINISHED, (name, ended) -> LastSeen.with(ended, now));
        records.put(StateCodec.name(id), record);
      }
    }
    try {
      write(change, records, finished);
    } catch (IOException | RuntimeException e) {
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      throw new StateUnavailableException(
          "nothing was changed, since it could not be kept: "
              + reason.lines().findFirst().orElse(""),
          e);
    }
    change.gone().keySet().forEach(lastSeen::forget);
    change.gone().keySet().stream()
        .filter(id -> !finished.containsKey(StateCodec.name(id)))
        .forEach(due::forget);
    change.come().keySet().forEach(id -> lastSeen.kept(id, now));
  }

  private void write(
      Change change, Map<String, Map<String, byte[]>> records, Map<String, byte[]> finished)
      throws IOException {
    // A damaged record of that name would be lost under the new one.
    tidy();
    for (var record : records.entrySet()) {
      store.put(record.getKey(), record.getValue());
    }
    for (var ended : finished.entrySet()) {
      byte[] before = store.read(ended.getKey()).get(StateCodec.FINISHED);
      store.set(ended.getKey(), StateCodec.FINISHED, LaterFields.kept(before, ended.getValue()));
    }
    for (String id : change.gone().keySet()) {
      if (!change.come().containsKey(id)) {
        store.remove(StateCodec.name(id));
      }
    }
  }

  private void requireReady() throws StateUnavailableException {
    if (mode == Mode.WAITING) {
      throw new StateUnavailableException("the registered lineage is being loaded; try again soon");
    }
  }
}
