/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The latest conflicts, each reported once while it is remembered. */
final class ConflictLog {
  private static final int MOST = 1_000;

  private record Key(String workflow, String job, Origin believed, Origin doubted, String text) {}

  private final Map<Key, Conflict> conflicts = new LinkedHashMap<>();
  private final Consumer<Conflict> reporter;

  ConflictLog(Consumer<Conflict> reporter) {
    this.reporter = reporter;
  }

  void add(Conflict conflict) {
    Key key =
        new Key(
            conflict.workflow(),
            conflict.job(),
            conflict.believed(),
            conflict.doubted(),
            conflict.text());
    if (conflicts.putIfAbsent(key, conflict) == null) {
      reporter.accept(conflict);
      if (conflicts.size() > MOST) {
        conflicts.remove(conflicts.keySet().iterator().next());
      }
    }
  }

  /** Reports what the sources of one job contradict each other in; the first is believed. */
  void compare(LiveJob liveJob, Instant now) {
    List<Observation> stated =
        liveJob.observations().stream()
            .filter(seen -> !seen.origin().isExpected() && !seen.uses().isEmpty())
            .toList();
    for (Observation other : stated.subList(Math.min(1, stated.size()), stated.size())) {
      Observation believed = stated.get(0);
      if (!believed.uses().agreesWith(other.uses())) {
        add(
            Conflict.of(
                new JobId(liveJob.chain(), liveJob.name()),
                liveJob.owner(),
                believed.origin(),
                believed.uses(),
                other.origin(),
                other.uses(),
                now));
      }
    }
  }

  List<Conflict> list() {
    return new ArrayList<>(conflicts.values());
  }
}
