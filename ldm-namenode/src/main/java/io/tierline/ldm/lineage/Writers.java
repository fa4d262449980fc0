/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that write one dataset. Where they write in turn, a later one replaces what an earlier
 * one wrote, so that a reader gets what the last one before it left.
 */
final class Writers {
  private final Precedence order;
  private final List<JobId> untimed = new ArrayList<>();
  private final NavigableMap<Instant, List<JobId>> timed = new TreeMap<>();

  private final Map<String, JobId> firstOfSeries = new LinkedHashMap<>();

  Writers(Precedence order) {
    this.order = order;
  }

  void add(JobId writer) {
    firstOfSeries.putIfAbsent(order.series(writer), writer);
    Instant start = order.start(writer);
    if (start == null) {
      untimed.add(writer);
    } else {
      timed.computeIfAbsent(start, s -> new ArrayList<>()).add(writer);
    }
  }

  /** A writer that may write at the same time as this one; null when there is none. */
  @Nullable JobId rivalOf(JobId writer) {
    String own = order.series(writer);
    for (var other : firstOfSeries.entrySet()) {
      if (!other.getKey().equals(own)) {
        return other.getValue();
      }
    }
    JobId rival = rivalIn(untimed, writer);
    Instant start = order.start(writer);
    if (rival == null && start == null) {
      return rivalIn(timed.values().stream().flatMap(List::stream).toList(), writer);
    }
    return rival != null ? rival : rivalIn(timed.getOrDefault(start, List.of()), writer);
  }

  private @Nullable JobId rivalIn(List<JobId> others, JobId writer) {
    for (JobId other : others) {
      if (!order.exclusive(other, writer) && !order.ordered(other, writer)) {
        return other;
      }
    }
    return null;
  }

  /** The writers whose data that job may read. */
  List<JobId> feeding(JobId reader) {
    List<JobId> feeding = new ArrayList<>(lastOf(untimed, reader));
    Instant start = order.start(reader);
    boolean single = untimed.isEmpty() && timed.size() == 1;
    if (start == null || single) {
      // A reader of an instance with one writer waits for it, whatever their nominal times.
      timed.values().forEach(group -> feeding.addAll(lastOf(group, reader)));
      return feeding;
    }
    for (List<JobId> group : timed.headMap(start, true).descendingMap().values()) {
      List<JobId> last = lastOf(group, reader);
      if (!last.isEmpty()) {
        feeding.addAll(last);
        return feeding;
      }
    }
    return feeding;
  }

  private List<JobId> lastOf(List<JobId> group, JobId reader) {
    List<JobId> candidates = new ArrayList<>();
    for (JobId writer : group) {
      boolean sameRun = !writer.equals(reader) && !order.exclusive(writer, reader);
      if (sameRun && !order.controls(reader, writer)) {
        candidates.add(writer);
      }
    }
    if (candidates.size() > 1) {
      List<JobId> all = List.copyOf(candidates);
      candidates.removeIf(
          writer -> all.stream().anyMatch(later -> replaces(later, writer, reader)));
    }
    return candidates;
  }

  /** Only a writer that surely runs replaces what was there. */
  private boolean replaces(JobId later, JobId earlier, JobId reader) {
    return order.surelyRuns(later)
        && order.controls(earlier, later)
        && order.controls(later, reader);
  }
}
