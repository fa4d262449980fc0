/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** A load that goes through a store, flush by flush. */
public final class Simulation {
  /** Scans that are tried after each flush, to learn what they meet. */
  private static final int PROBES = 16;

  /** In a smaller store one flush more or less is much; bytes that are live. */
  private static final long SPACE_FROM = 10 * Workload.FLUSH_BYTES;

  private static final int SERIES_POINTS = 64;

  /** A policy that has not settled after so many compactions never will. */
  private static final int SETTLING_MAX = 100_000;

  private final Workload workload;
  private final Pace pace;
  private final Contender contender;
  private final SimulatedStore store;
  private final KeySource keys;
  private final SplittableRandom probes;
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(Comparator.comparingDouble(Running::end));
  private final Map<Long, Long> newest = new HashMap<>();
  private final List<Outcome.Point> series = new ArrayList<>();
  private int flushes;
  private long sequence;
  private long flushedBytes;
  private long compactedBytes;
  private double now;
  private double stalled;
  private long runsMet;
  private int runsMax;
  private int filesMax;
  private double spaceMax;

  private record Running(double end, Job job, boolean isLong) {}

  Simulation(Workload workload, Pace pace, Contender contender, SimulatedStore store) {
    this.workload = workload;
    this.pace = pace;
    this.contender = contender;
    this.store = store;
    SplittableRandom random = new SplittableRandom(workload.seed());
    this.keys = new KeySource(workload, random.split());
    this.probes = random.split();
  }

  /** Runs a load through a policy with its defaults. */
  public static Outcome run(Workload workload, Pace pace, Contender contender) {
    return new Simulation(workload, pace, contender, contender.open(workload)).run();
  }

  Outcome run() {
    while (flushes < workload.flushes()) {
      step();
    }
    Outcome.Point loaded = point();
    settle();
    return new Outcome(
        contender,
        loaded,
        point(),
        (double) runsMet / PROBES / workload.flushes(),
        runsMax,
        filesMax,
        spaceMax,
        stalled,
        List.copyOf(series));
  }

  /** What was written last to each key. */
  Map<Long, Long> newest() {
    return newest;
  }

  /** One flush, after the time it took to fill the memory store. */
  void step() {
    advance(now + 1);
    while (store.isBlocked() && !running.isEmpty()) {
      double free = running.peek().end();
      stalled += free - now;
      advance(free);
    }
    store.flush(flushed());
    flushes++;
    start(false);
    for (int i = 0; i < workload.scansPerFlush(); i++) {
      store.scan(keys.known(probes));
    }
    observe();
  }

  private CellFile flushed() {
    long first = sequence;
    long[] writes = new long[workload.cellsPerFlush()];
    for (int i = 0; i < writes.length; i++) {
      writes[i] = keys.next();
      newest.put(writes[i], sequence++);
    }
    CellFile file = CellFile.flushed(writes, first);
    flushedBytes += file.size() * workload.cellBytes();
    return file;
  }

  private void advance(double to) {
    while (!running.isEmpty() && running.peek().end() <= to) {
      Running done = running.poll();
      now = done.end();
      done.job().commit().run();
      start(false);
    }
    now = to;
  }

  /**
   * As HBase's two pools: a thread for long compactions takes what those for short ones have not
   * begun; one for short ones that chooses a long one gives it back, and it is chosen anew when a
   * thread for long ones is free.
   */
  private void start(boolean idle) {
    int most = pace.threads() / 2;
    while (running.size() < pace.threads()) {
      boolean isLong = running.stream().filter(Running::isLong).count() < most;
      Optional<Job> job = store.start(idle);
      if (job.isEmpty()) {
        return;
      }
      if (job.get().large() && most > 0 && !isLong) {
        job.get().cancel().run();
        return;
      }
      run(job.get(), isLong);
    }
  }

  private void run(Job job, boolean isLong) {
    compactedBytes += job.written();
    double takes =
        pace.perFlush() * job.read() / Workload.FLUSH_BYTES + pace.perFile() * job.files();
    running.add(new Running(now + takes, job, isLong));
    observeSpace();
    if (takes == 0) {
      running.poll().job().commit().run();
    }
  }

  /** Nothing is flushed any more: whatever the policy still wants to compact is compacted. */
  void settle() {
    running.forEach(each -> each.job().commit().run());
    running.clear();
    for (int i = 0; i < SETTLING_MAX; i++) {
      Optional<Job> job = store.start(true);
      if (job.isEmpty()) {
        return;
      }
      compactedBytes += job.get().written();
      running.add(new Running(now, job.get(), true));
      observeSpace();
      running.poll().job().commit().run();
    }
    throw new IllegalStateException(contender.label() + " does not settle");
  }

  private void observe() {
    for (int i = 0; i < PROBES; i++) {
      runsMet += store.runsAt(keys.known(probes));
    }
    runsMax = Math.max(runsMax, store.runsMax());
    filesMax = Math.max(filesMax, store.files());
    observeSpace();
    if (flushes % Math.max(1, workload.flushes() / SERIES_POINTS) == 0) {
      series.add(point());
    }
  }

  /** What is being written lies beside what it will replace. */
  private void observeSpace() {
    long unfinished = running.stream().mapToLong(each -> each.job().written()).sum();
    long live = newest.size() * workload.cellBytes();
    if (live >= SPACE_FROM) {
      spaceMax = Math.max(spaceMax, (double) (store.bytes() + unfinished) / live);
    }
  }

  private double space() {
    return (double) store.bytes() / (newest.size() * workload.cellBytes());
  }

  private Outcome.Point point() {
    SplittableRandom random = new SplittableRandom(workload.seed());
    int scans = PROBES * PROBES;
    long runs = 0;
    for (int i = 0; i < scans; i++) {
      runs += store.runsAt(keys.known(random));
    }
    long clients = flushes * workload.cellBytes() * workload.cellsPerFlush();
    return new Outcome.Point(
        flushes,
        compactedBytes,
        (double) (flushedBytes + compactedBytes) / clients,
        (double) runs / scans,
        store.files(),
        space());
  }
}
