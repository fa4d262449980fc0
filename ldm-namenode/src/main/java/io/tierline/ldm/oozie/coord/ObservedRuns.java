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
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the runs of the coordinators of one server have taken so far: how long they waited for their
 * data and ran, and how long after its time an instance of a dataset was there. Kept in memory: a
 * NameNode that has just started knows none. Used by one thread.
 */
public final class ObservedRuns {
  /** Coordinators, and datasets; of more the one that is not asked for the longest is forgotten. */
  static final int MOST = 10_000;

  private final Map<Dataset, Lateness> late = bounded();
  private final Map<String, Runs> coordinators = bounded();

  /** A dataset as one user's coordinators state it: nobody tells when another's data come. */
  private record Dataset(String user, String template) {}

  private static final class Lateness {
    private final RecentTimes times = new RecentTimes();
    private Instant newest = Instant.MIN;
  }

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

  private static <K, V> Map<K, V> bounded() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST;
      }
    };
  }

  Runs of(String coordinator) {
    return coordinators.computeIfAbsent(coordinator, id -> new Runs());
  }

  /** A coordinator is followed no more. */
  public void forget(String coordinator) {
    coordinators.remove(coordinator);
  }

  /** An instance that is not newer than all before it is written again, and tells nothing. */
  void written(String user, String template, Instant instance, Instant at) {
    Lateness of = late.computeIfAbsent(new Dataset(user, template), dataset -> new Lateness());
    if (instance.isAfter(of.newest)) {
      of.newest = instance;
      of.times.add(Duration.between(instance, at));
    }
  }

  /** How long after its time an instance of that dataset is there; zero when none was seen. */
  Duration late(String user, String template) {
    Lateness of = late.get(new Dataset(user, template));
    return of == null ? Duration.ZERO : of.times.typical().orElse(Duration.ZERO);
  }
}
