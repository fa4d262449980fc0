/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.Job;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The jobs of a workflow that can have read and written what its coordinator states: those that run
 * a program. File system commands (which mark what is done, or clean up) and e-mails do not, nor
 * does what runs only when something went wrong. What a sub-workflow is, which is not at hand, is
 * not known: it counts where there is nothing else, and is waited for.
 */
final class Engines {
  private static final Set<String> NO_PROGRAMS = Set.of("fs", "email");
  private static final String SUB_WORKFLOW = "sub-workflow";

  private final Set<String> first = new LinkedHashSet<>();
  private final Set<String> last = new LinkedHashSet<>();
  private final Set<String> ends = new LinkedHashSet<>();

  Engines(List<Job> jobs) {
    Set<String> programs = new LinkedHashSet<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (Job job : jobs) {
      if (!job.onError() && job.type().equals(SUB_WORKFLOW)) {
        unknown.add(job.name());
      } else if (!job.onError() && !NO_PROGRAMS.contains(job.type())) {
        programs.add(job.name());
      }
    }
    Set<String> all = new LinkedHashSet<>(programs);
    all.addAll(unknown);
    Set<String> users = programs.isEmpty() ? unknown : programs;
    Map<String, Set<String>> before = new HashMap<>();
    Map<String, Set<String>> after = new HashMap<>();
    for (Job job : jobs) {
      before.put(job.name(), job.after());
      job.after().forEach(b -> after.computeIfAbsent(b, n -> new HashSet<>()).add(job.name()));
    }
    addWithout(first, users, reached(users, after));
    addWithout(last, users, reached(users, before));
    addWithout(ends, all, reached(all, before));
  }

  private static void addWithout(Set<String> to, Set<String> names, Set<String> excluded) {
    names.stream().filter(name -> !excluded.contains(name)).forEach(to::add);
  }

  /** What the steps from those names lead to. */
  private static Set<String> reached(Collection<String> from, Map<String, Set<String>> steps) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(from);
    while (!open.isEmpty()) {
      for (String next : steps.getOrDefault(open.remove(), Set.of())) {
        if (reached.add(next)) {
          open.add(next);
        }
      }
    }
    return reached;
  }

  /** Those that none of them comes before. */
  Set<String> first() {
    return first;
  }

  /** Those that none of them comes after. */
  Set<String> last() {
    return last;
  }

  /** The jobs with whose end all that may read has ended. */
  Set<String> ends() {
    return ends;
  }
}
