/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.Layout;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Counts which situations a test has been in, so that it can say that it was in all of them. */
final class Coverage {

  private static final String DONE =
      "flushes|compactions|crash|split|merge|alter|clone|major|bulk|idle";

  private final Map<String, Long> counts = new ConcurrentHashMap<>();

  void count(String situation) {
    counts.merge(situation, 1L, Long::sum);
  }

  void max(String situation, long value) {
    counts.merge(situation, value, Math::max);
  }

  void count(String situation, long times) {
    counts.merge(situation, times, Long::sum);
  }

  /** Adds what another test has been in. */
  void add(Coverage other) {
    other.counts.forEach(
        (situation, count) ->
            counts.merge(situation, count, situation.startsWith("most") ? Math::max : Long::sum));
  }

  /** What was done, without the states that it led to. */
  String operations() {
    Map<String, Long> found = new TreeMap<>(counts);
    found.keySet().retainAll(found.keySet().stream().filter(key -> key.matches(DONE)).toList());
    return found.toString();
  }

  long of(String situation) {
    return counts.getOrDefault(situation, 0L);
  }

  /** Notes what a layout has. */
  void layout(Layout layout) {
    long bases = layout.files().stream().filter(file -> file.role() == Role.BASE).count();
    max("most bases", bases);
    max("most partitions", layout.partitions().size());
    max("most slices", layout.maxDepth());
    max("most in Level 0", layout.level0().size());
    if (bases > 1) {
      count("several bases");
    }
    if (layout.maxDepth() > 1) {
      count("several slices");
    }
    if (layout.level0().size() > 1) {
      count("Level 0");
    }
    for (FileMeta file : layout.files()) {
      file(layout, file);
    }
  }

  private void file(Layout layout, FileMeta file) {
    if (file.role() == Role.RUN) {
      count("run");
    } else if (file.role() == Role.FLUSH && !layout.level0().contains(file)) {
      count("linked flush");
    }
    if (file.isReference()) {
      count("half file");
    }
  }

  @Override
  public String toString() {
    return new TreeMap<>(counts).toString();
  }
}
