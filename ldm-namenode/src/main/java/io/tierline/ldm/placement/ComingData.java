/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * What linked jobs are still to write and others to read: who will want room on a fast tier, and
 * how much.
 *
 * <p>How large data will be is what the definition of a job says that reads nothing, or else an
 * {@link ExpectedOutput}. Where that knows nothing, or more has been written, as much again as was
 * written beyond is expected: of a thing of which one knows but how far it has come, the best guess
 * is that it is half way (J. R. Gott, "Implications of the Copernican principle for our future
 * prospects", Nature 363, 1993).
 */
public final class ComingData {
  /** So many datasets are asked for their sizes at the most; of more it is not known what comes. */
  static final int MOST_SIZES = 1_000;

  /** More bytes than any tier has room for. */
  private static final long UNKNOWN = 1L << 60;

  /** More than can be foreseen: something could not be counted. */
  private static final double UNCOUNTED = 1L << 58;

  private final TaskGraph tasks;
  private final Set<JobId> finished;
  private final ExpectedOutput expected;
  private final Map<DatasetPath, Vertex> coming = new LinkedHashMap<>();

  /**
   * Of some jobs.
   *
   * @param vertices what they write
   * @param finished those that have ended
   * @param expected how much the others will write
   */
  public ComingData(
      TaskGraph tasks, Collection<Vertex> vertices, Set<JobId> finished, ExpectedOutput expected) {
    this.tasks = tasks;
    this.finished = finished;
    this.expected = expected;
    vertices.stream()
        .filter(vertex -> isToCome(vertex, finished))
        .sorted(Comparator.comparingInt(this::level))
        .forEach(vertex -> coming.put(vertex.dataset(), vertex));
  }

  /** True when somebody is still to write it and somebody to read it. */
  private static boolean isToCome(Vertex vertex, Set<JobId> finished) {
    return vertex.reusability() > 0 && !finished.containsAll(vertex.writers());
  }

  /** The claim of a dataset's first fast replica. */
  private static double claim(Vertex vertex) {
    return ReplicaClaim.of(vertex.reusability(), vertex.slack(), vertex.stay(), 0, 0, 0);
  }

  /** The highest claim of what is to come; 0 where nothing is. */
  public double highestClaim() {
    return highestClaim(coming.values(), finished);
  }

  /** The same of some datasets that need not be linked. */
  public static double highestClaim(Collection<Vertex> vertices, Set<JobId> finished) {
    double highest = 0;
    for (Vertex vertex : vertices) {
      highest = isToCome(vertex, finished) ? Math.max(highest, claim(vertex)) : highest;
    }
    return highest;
  }

  /**
   * What is to come and has to leave room to something else to come, whose readers wait longer: its
   * outlook is wanted before its first block is placed.
   *
   * @param disks of the cluster
   * @param most so many at the most
   */
  public List<DatasetPath> givingWay(int disks, int most) {
    WaitingReaders waiting = new WaitingReaders(tasks, disks);
    List<Vertex> few = coming.values().stream().filter(waiting::areFew).limit(MOST_SIZES).toList();
    return coming.values().stream()
        .filter(vertex -> few.stream().anyMatch(other -> givesWay(vertex, other, waiting)))
        .map(Vertex::dataset)
        .limit(most)
        .toList();
  }

  private boolean givesWay(Vertex vertex, Vertex other, WaitingReaders waiting) {
    return !other.equals(vertex)
        && waiting.areFew(other)
        && waiting.spared(other) > waiting.spared(vertex)
        && overlaps(other, vertex);
  }

  /**
   * The outlook of each dataset of those that is to come.
   *
   * @param written bytes that lie under a path
   * @param highestClaim of all that is to come in the cluster
   * @param disks of the cluster; 0 to hold no room for readers of few tasks
   */
  public Map<DatasetPath, Outlook> outlooks(
      Collection<DatasetPath> datasets,
      ToLongFunction<DatasetPath> written,
      double highestClaim,
      int disks) {
    WaitingReaders waiting = new WaitingReaders(tasks, disks);
    List<Vertex> asked =
        datasets.stream().map(coming::get).filter(Objects::nonNull).distinct().toList();
    Map<Vertex, Double> rests =
        rests(asked.stream().mapToInt(this::lastLevel).max().orElse(-1), written);
    Map<DatasetPath, Outlook> outlooks = new HashMap<>();
    for (Vertex vertex : asked) {
      double own = rests.getOrDefault(vertex, (double) UNKNOWN);
      double others = 0;
      double held = 0;
      for (Map.Entry<Vertex, Double> rest : rests.entrySet()) {
        boolean overlaps = !rest.getKey().equals(vertex) && overlaps(rest.getKey(), vertex);
        others += overlaps ? rest.getValue() : 0;
        held +=
            overlaps && givesWay(vertex, rest.getKey(), waiting)
                ? held(rest.getValue(), vertex, written)
                : 0;
      }
      boolean isUnrivalled = claim(vertex) >= highestClaim;
      outlooks.put(
          vertex.dataset(), new Outlook((long) own, (long) others, (long) held, isUnrivalled));
    }
    return outlooks;
  }

  /**
   * Room that is held for something to come. Before anything is there that tells how much it will
   * be, all that there is; none for what cannot be counted.
   */
  private static double held(double rest, Vertex vertex, ToLongFunction<DatasetPath> written) {
    if (rest == 0 && written.applyAsLong(vertex.dataset()) == 0) {
      return UNKNOWN;
    }
    return rest < UNCOUNTED ? rest : 0;
  }

  /**
   * What of each dataset is still expected, up to that level; nothing is known where they are too
   * many. What is made from itself is taken as it is.
   */
  private Map<Vertex, Double> rests(int last, ToLongFunction<DatasetPath> written) {
    List<Vertex> wanted = coming.values().stream().filter(each -> level(each) <= last).toList();
    Map<Vertex, Double> rests = new LinkedHashMap<>();
    if (wanted.size() > MOST_SIZES) {
      return rests;
    }
    Map<DatasetPath, Long> lying = new HashMap<>();
    for (Vertex vertex : wanted) {
      Set<DatasetPath> inputs = new LinkedHashSet<>();
      vertex.writers().stream()
          .filter(writer -> !finished.contains(writer))
          .forEach(writer -> inputs.addAll(tasks.known(writer).reads()));
      double input = 0;
      for (DatasetPath read : inputs) {
        Vertex made = coming.get(read);
        input += (double) lying.computeIfAbsent(read, written::applyAsLong);
        input += made == null ? 0 : rests.getOrDefault(made, 0.0);
      }
      long own = lying.computeIfAbsent(vertex.dataset(), written::applyAsLong);
      double stated = input > 0 ? 0 : stated(vertex);
      rests.put(vertex, Math.abs((stated > 0 ? stated : expected.bytes(vertex, input)) - own));
    }
    return rests;
  }

  /** What definitions say that will be written; 0 where one of the writers' does not. */
  private double stated(Vertex vertex) {
    double bytes = 0;
    for (JobId writer : vertex.writers()) {
      long own = tasks.known(writer).outputBytes();
      if (own == 0) {
        return 0;
      }
      bytes += own;
    }
    return bytes;
  }

  /** Whether the other one is written while that one is of use, as far as levels and times say. */
  private boolean overlaps(Vertex other, Vertex vertex) {
    if (level(other) > lastLevel(vertex)) {
      return false;
    }
    Instant begin = null;
    for (JobId writer : other.writers()) {
      Instant start = tasks.known(writer).start().orElse(Instant.MIN);
      begin = begin == null || start.isBefore(begin) ? start : begin;
    }
    List<Instant> uses = vertex.uses();
    boolean isTimed = !uses.isEmpty() && uses.size() >= vertex.reusability();
    Instant end = isTimed ? uses.get(uses.size() - 1) : Instant.MAX;
    return begin == null || !begin.isAfter(end);
  }

  /** Of the last of its writers. */
  private int level(Vertex vertex) {
    return vertex.writers().stream().mapToInt(tasks::level).max().orElse(0);
  }

  /** Of its last reader, as far as that is known. */
  private int lastLevel(Vertex vertex) {
    return level(vertex) + 1 + vertex.stay();
  }
}
