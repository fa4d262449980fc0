/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.foresight;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much jobs have written in earlier runs, and what the configuration of a running one says that
 * it will. The outputs that were looked for or learned least recently are forgotten first, and one
 * user's push out others' only until he has his share of them. Threads may share it.
 */
public final class OutputHistory {
  /** Outputs that are remembered. */
  public static final int MOST = 2_000;

  /** What one user may have of them. */
  static final int MOST_OF_USER = MOST / 4;

  /** Longer names are not worth the memory. */
  static final int MAX_TEXT = 4_000;

  /** Running jobs whose configuration tells a size. */
  static final int MOST_TOLD = 1_000;

  private static final long[] NONE = {};
  private static final float LOAD_FACTOR = 0.75f;

  private final LinkedHashMap<OutputOrigin, OutputRuns> runs =
      new LinkedHashMap<>(16, LOAD_FACTOR, true);
  private final Map<String, Integer> ofUser = new HashMap<>();
  private final Set<OutputOrigin> unsaved = new HashSet<>();
  private final Map<Told, Long> told = new LinkedHashMap<>();

  /** A dataset as that user's job writes it. */
  private record Told(String user, DatasetPath dataset) {}

  /**
   * A run has ended.
   *
   * @param dataset what it wrote, in this run
   * @param input what it read, in bytes; 0 where it reads nothing
   * @param output bytes that it wrote; where that is nothing, nothing is learned
   */
  public synchronized void learn(
      OutputOrigin origin, DatasetPath dataset, long input, long output) {
    told.remove(new Told(origin.user(), dataset));
    if (output > 0 && input >= 0 && origin.length() <= MAX_TEXT) {
      OutputRuns before = runs.get(origin);
      OutputRuns start = before == null ? new OutputRuns(origin, NONE, NONE) : before;
      put(start.and(input, output));
      unsaved.add(origin);
    }
  }

  /** Takes over what was kept of an earlier term; what has been learned here goes before it. */
  public synchronized void takeOver(OutputRuns kept) {
    if (!runs.containsKey(kept.origin()) && kept.origin().length() <= MAX_TEXT) {
      put(kept);
    }
  }

  private void put(OutputRuns known) {
    String user = known.origin().user();
    if (runs.put(known.origin(), known) == null
        && ofUser.merge(user, 1, Integer::sum) > MOST_OF_USER) {
      forget(
          runs.keySet().stream()
              .filter(each -> each.user().equals(user))
              .findFirst()
              .orElseThrow());
    }
    if (runs.size() > MOST) {
      forget(runs.keySet().iterator().next());
    }
  }

  private void forget(OutputOrigin origin) {
    runs.remove(origin);
    unsaved.remove(origin);
    ofUser.computeIfPresent(origin.user(), (user, count) -> count == 1 ? null : count - 1);
  }

  /**
   * The configuration of a job that reads nothing says how much it will write.
   *
   * @param bytes at least 1
   */
  public synchronized void told(String user, DatasetPath dataset, long bytes) {
    Told which = new Told(user, dataset);
    told.remove(which);
    told.put(which, bytes);
    if (told.size() > MOST_TOLD) {
      told.remove(told.keySet().iterator().next());
    }
  }

  /**
   * How much a run will write, by what its configuration says, or else by earlier runs.
   *
   * @param dataset what it writes, in this run
   * @param input what it reads, in bytes
   * @return bytes; its input where nothing is known of it
   */
  public synchronized double expected(OutputOrigin origin, DatasetPath dataset, double input) {
    Long size = input > 0 ? null : told.get(new Told(origin.user(), dataset));
    if (size != null) {
      return size;
    }
    OutputRuns known = runs.get(origin);
    return known == null ? input : known.expected(input);
  }

  /** Those that have learned something since they were last taken, at most so many. */
  public synchronized List<OutputRuns> takeUnsaved(int most) {
    List<OutputRuns> taken = new ArrayList<>();
    for (OutputOrigin origin : unsaved.stream().limit(most).toList()) {
      unsaved.remove(origin);
      taken.add(runs.get(origin));
    }
    return taken;
  }

  /** They could not be kept, and are to be taken again. */
  public synchronized void notSaved(Collection<OutputRuns> taken) {
    taken.stream().map(OutputRuns::origin).filter(runs::containsKey).forEach(unsaved::add);
  }

  /** Whether anything is remembered of it. */
  public synchronized boolean knows(OutputOrigin origin) {
    return runs.containsKey(origin);
  }

  /** How many are remembered. */
  public synchronized int size() {
    return runs.size();
  }
}
