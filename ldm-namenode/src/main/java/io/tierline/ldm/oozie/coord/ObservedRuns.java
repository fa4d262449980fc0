/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the runs of the coordinators of one server have taken so far: how long they waited for their
 * data and ran, and how long after its time an instance of a dataset was there. Kept in memory: a
 * NameNode that has just started knows none. Used by one thread.
 */
public final class ObservedRuns {
  private static final int DATASETS_MAX = 10_000;

  private final Map<String, RecentTimes> late = new LinkedHashMap<>();
  private final Map<String, Runs> coordinators = new HashMap<>();

  /** Of one coordinator. */
  static final class Runs {
    private final RecentTimes waited = new RecentTimes();
    private final RecentTimes took = new RecentTimes();

    RecentTimes waited() {
      return waited;
    }

    RecentTimes took() {
      return took;
    }
  }

  Runs of(String coordinator) {
    return coordinators.computeIfAbsent(coordinator, id -> new Runs());
  }

  /** A coordinator is followed no more. */
  public void forget(String coordinator) {
    coordinators.remove(coordinator);
  }

  void written(String template, Instant instance, Instant at) {
    if (late.size() == DATASETS_MAX && !late.containsKey(template)) {
      late.remove(late.keySet().iterator().next());
    }
    late.computeIfAbsent(template, t -> new RecentTimes()).add(Duration.between(instance, at));
  }

  /** How long after its time an instance of that dataset is there; zero when none was seen. */
  Duration late(String template) {
    RecentTimes times = late.get(template);
    return times == null ? Duration.ZERO : times.typical().orElse(Duration.ZERO);
  }
}
