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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the runs of the coordinators of one server have taken so far: how long they waited for their
 * data and ran, and how long after its time an instance of a dataset was there. Who keeps it for
 * longer takes what has changed, and gives it back after a restart. Used by one thread.
 */
public final class ObservedRuns {
  /** Coordinators, and datasets; of more the one that is not asked for the longest is forgotten. */
  static final int MOST = 2_000;

  private final Set<Dataset> changed = new LinkedHashSet<>();
  private final Map<Dataset, Lateness> late = bounded();
  private final Map<String, Runs> coordinators = bounded();

  /** A dataset as one user's coordinators state it: nobody tells when another's data come. */
  private record Dataset(String user, String template) {}

  /**
   * What is known of a coordinator or of a dataset.
   *
   * @param user whose dataset it is; "" for a coordinator
   * @param name the coordinator's id, or the dataset's template
   * @param newest the newest instance that was seen; the epoch for a coordinator
   * @param waited how long actions have waited
   * @param took how long they have run, or how late instances were
   */
  public record Known(
      String user, String name, Instant newest, List<Duration> waited, List<Duration> took) {
    /** Copies the lists; the record is immutable. */
    public Known {
      waited = List.copyOf(waited);
      took = List.copyOf(took);
    }
  }

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
      changed.add(new Dataset(user, template));
    }
  }

  /** A coordinator's times are other ones. */
  void changed(String coordinator) {
    changed.add(new Dataset("", coordinator));
  }

  /** Some of what has changed and is still known; it counts as unchanged from now on. */
  public List<Known> takeChanged(int most) {
    List<Known> taken = new ArrayList<>();
    Iterator<Dataset> next = changed.iterator();
    while (next.hasNext() && taken.size() < most) {
      Dataset each = next.next();
      next.remove();
      Known known = known(each.user(), each.template());
      if (known != null) {
        taken.add(known);
      }
    }
    return taken;
  }

  /** It could not be kept, and has changed still. */
  public void notKept(Known known) {
    changed.add(new Dataset(known.user(), known.name()));
  }

  /** True while anything is known of a coordinator, with "" as the user, or of a dataset. */
  public boolean knows(String user, String name) {
    return known(user, name) != null;
  }

  private Known known(String user, String name) {
    if (user.isEmpty()) {
      Runs runs = coordinators.get(name);
      return runs == null || (runs.waited.all().isEmpty() && runs.took.all().isEmpty())
          ? null
          : new Known("", name, Instant.EPOCH, runs.waited.all(), runs.took.all());
    }
    Lateness of = late.get(new Dataset(user, name));
    return of == null ? null : new Known(user, name, of.newest, List.of(), of.times.all());
  }

  /** Learns what was kept, where nothing is known yet. */
  public void restore(Known kept) {
    if (knows(kept.user(), kept.name())) {
      return;
    }
    if (kept.user().isEmpty()) {
      kept.waited().forEach(of(kept.name()).waited()::add);
      kept.took().forEach(of(kept.name()).took()::add);
    } else {
      Lateness of = new Lateness();
      of.newest = kept.newest();
      kept.took().forEach(of.times::add);
      late.put(new Dataset(kept.user(), kept.name()), of);
    }
  }

  /** How long after its time an instance of that dataset is there; zero when none was seen. */
  Duration late(String user, String template) {
    Lateness of = late.get(new Dataset(user, template));
    return of == null ? Duration.ZERO : of.times.typical().orElse(Duration.ZERO);
  }
}
