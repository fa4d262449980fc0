/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.state.LaterFields;
import io.tierline.ldm.state.Records;
import io.tierline.ldm.state.RunTimesRecord;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps how long runs have taken for longer than the gateway runs. What cannot be kept now is tried
 * again with the next look; that it is lost costs no more than that it is learnt anew. Used by one
 * thread.
 */
final class KeptRuns {
  private static final Logger LOG = LoggerFactory.getLogger(KeptRuns.class);

  /** Records written, and removed, at a time. */
  private static final int BATCH = 64;

  private final ObservedRuns observed;
  private final StateStore store;

  /** The records that there are, by name. */
  private final Map<String, RunTimesRecord> kept = new HashMap<>();

  private boolean isRead;
  private volatile String problem = "";

  KeptRuns(ObservedRuns observed, StateStore store) {
    this.observed = observed;
    this.store = store;
  }

  /** Reads what is kept, once, and then keeps what has changed. */
  void save() {
    try {
      if (!isRead) {
        read();
        isRead = true;
      }
      write();
      removeForgotten();
      problem = "";
    } catch (IOException | RuntimeException e) {
      if (problem.isEmpty()) {
        LOG.warn("how long Oozie's actions take cannot be kept now; tried with each look", e);
      }
      problem = "run times cannot be kept: " + Printable.of(e.toString());
    }
  }

  /** Why they cannot be kept; empty when they can. */
  String problem() {
    return problem;
  }

  private void read() throws IOException {
    Records<RunTimesRecord> found = Records.readAll(store, RunTimesRecord::decode);
    found
        .damaged()
        .forEach(
            (name, why) ->
                LOG.warn("passing over the record {} of run times: {}", Printable.of(name), why));
    kept.clear();
    for (RunTimesRecord record : found.whole()) {
      kept.put(record.key(), record);
      observed.restore(
          new ObservedRuns.Known(
              record.user(),
              record.name(),
              Instant.ofEpochSecond(record.newest()),
              durations(record.waited()),
              durations(record.took())));
    }
  }

  /** What could not be kept, and what would have come after it, is taken again the next time. */
  private void write() throws IOException {
    Deque<ObservedRuns.Known> left = new ArrayDeque<>(observed.takeChanged(BATCH));
    try {
      for (; !left.isEmpty(); left.remove()) {
        if (left.element().name().length() <= RunTimesRecord.NAME_MAX) {
          write(left.element());
        }
      }
    } finally {
      left.forEach(observed::notKept);
    }
  }

  private void write(ObservedRuns.Known known) throws IOException {
    RunTimesRecord record =
        new RunTimesRecord(
            known.user(),
            known.name(),
            known.newest().getEpochSecond(),
            seconds(known.waited()),
            seconds(known.took()));
    store.put(
        record.key(), LaterFields.kept(store.read(record.key()), record.encode(store.format())));
    kept.put(record.key(), record);
  }

  private void removeForgotten() throws IOException {
    int removed = 0;
    Iterator<Map.Entry<String, RunTimesRecord>> each = kept.entrySet().iterator();
    while (each.hasNext() && removed < BATCH) {
      Map.Entry<String, RunTimesRecord> record = each.next();
      if (!observed.knows(record.getValue().user(), record.getValue().name())) {
        store.remove(record.getKey());
        each.remove();
        removed++;
      }
    }
  }

  private static List<Duration> durations(long[] seconds) {
    return Arrays.stream(seconds).mapToObj(Duration::ofSeconds).toList();
  }

  private static long[] seconds(List<Duration> durations) {
    return durations.stream().mapToLong(Duration::toSeconds).toArray();
  }
}
