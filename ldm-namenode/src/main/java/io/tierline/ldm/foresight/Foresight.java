/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.foresight;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.placement.ComingData;
import io.tierline.ldm.placement.Outlook;
import io.tierline.ldm.placement.Outlooks;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.LinkedWorkflows;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.registry.Registration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks ahead, off the hot path: of each dataset that is being written, what is still to come of it
 * and beside it. Placement leaves a note of the datasets; any thread may.
 */
public final class Foresight {
  /** Datasets at a time; of those beyond nothing is foreseen. */
  static final int MOST = 256;

  /** Rounds that a dataset is looked at since a block of it was placed. */
  static final int ROUNDS = 20;

  /** More than any dataset has: what has so many could not be counted. */
  private static final long UNCOUNTED = 1L << 59;

  private final ToLongFunction<DatasetPath> sizes;
  private final OutputHistory history;
  private final Map<String, Integer> rounds = new ConcurrentHashMap<>();
  private final Map<String, Writing> writings = new HashMap<>();
  private volatile Outlooks outlooks = Outlooks.NONE;
  private Map<LinkedWorkflows, ComingData> known = new IdentityHashMap<>();
  private LineageView seen = LineageView.EMPTY;
  private double highestClaim;

  /** A dataset that is being written, or was a moment ago. */
  private static final class Writing {
    /** The most that its writers' inputs were, and the most that it was since they have ended. */
    long input;

    long output;

    /** Rounds since the last of them has ended. */
    int ended;

    @Nullable OutputOrigin origin;
    @Nullable DatasetPath dataset;
  }

  /**
   * Foresees nothing yet.
   *
   * @param sizes bytes that lie under a path; more than there can be where it is not known
   * @param history learns how much jobs write, and tells it
   */
  public Foresight(ToLongFunction<DatasetPath> sizes, OutputHistory history) {
    this.sizes = sizes;
    this.history = history;
  }

  /** A block of that dataset is being placed. */
  public void note(String root) {
    if (rounds.size() < MOST) {
      rounds.put(root, ROUNDS);
    }
  }

  /** How many datasets are looked at. */
  int noted() {
    return rounds.size();
  }

  /** What was foreseen the last time it was looked. */
  public Outlooks outlooks() {
    return outlooks;
  }

  /**
   * Looks at what is known now; called by one thread.
   *
   * @param disks of the cluster; 0 to hold no room for readers of few tasks
   */
  public void look(LineageView view, int disks) {
    outlooks = new Outlooks(foreseen(view, disks));
  }

  private Map<DatasetPath, Outlook> foreseen(LineageView view, int disks) {
    rounds.replaceAll((root, left) -> left - 1);
    rounds.values().removeIf(left -> left < 0);
    writings.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue(), view));
    rank(view);
    Map<LinkedWorkflows, ComingData> used = new IdentityHashMap<>();
    Map<LinkedWorkflows, Set<DatasetPath>> written = new IdentityHashMap<>();
    if (disks > 0) {
      lookAhead(view, disks, used, written);
    }
    for (String root : rounds.keySet()) {
      ManagedDataset dataset = view.managed(root);
      LinkedWorkflows group = dataset == null ? null : groupOf(dataset, view);
      if (dataset != null && group != null) {
        if (writings.size() < MOST && !haveEnded(dataset.vertex(), group)) {
          writings.computeIfAbsent(root, each -> new Writing());
        }
        written.computeIfAbsent(group, g -> new HashSet<>()).add(dataset.vertex().dataset());
      }
    }
    Map<DatasetPath, Outlook> found = new HashMap<>();
    written.forEach(
        (group, datasets) -> {
          ComingData coming = used.computeIfAbsent(group, this::knownOf);
          found.putAll(coming.outlooks(datasets, sizes, highestClaim, disks));
        });
    known = used;
    return found;
  }

  /** What has to leave room to others has to from its first block, so it is looked at before. */
  private void lookAhead(
      LineageView view,
      int disks,
      Map<LinkedWorkflows, ComingData> used,
      Map<LinkedWorkflows, Set<DatasetPath>> written) {
    int left = MOST;
    for (LinkedWorkflows group : view.groups()) {
      if (left > 0 && group.hasFewTasks()) {
        ComingData coming = used.computeIfAbsent(group, this::knownOf);
        List<DatasetPath> datasets = coming.givingWay(disks, left);
        left -= datasets.size();
        if (!datasets.isEmpty()) {
          written.computeIfAbsent(group, g -> new HashSet<>()).addAll(datasets);
        }
      }
    }
  }

  private ComingData knownOf(LinkedWorkflows group) {
    ComingData coming = known.get(group);
    return coming == null ? comingOf(group) : coming;
  }

  @SuppressWarnings("ReferenceEquality") // a view never changes
  private void rank(LineageView view) {
    if (view != seen) {
      seen = view;
      highestClaim =
          view.groups().stream().mapToDouble(LinkedWorkflows::highestClaim).max().orElse(0);
    }
  }

  private static @Nullable LinkedWorkflows groupOf(ManagedDataset dataset, LineageView view) {
    return view.group(dataset.vertex().writers().get(0).workflow());
  }

  /**
   * Learns how large a dataset has become. It is counted for some rounds after its last writer was
   * seen to have ended, since what was counted before may be good for a while; and only if it was
   * seen before that: what is written anew after its jobs have ended is no run of theirs.
   *
   * @return whether there is nothing to learn of it any more
   */
  private boolean isOver(String root, Writing writing, LineageView view) {
    ManagedDataset dataset = view.managed(root);
    LinkedWorkflows group = dataset == null ? null : groupOf(dataset, view);
    if (dataset == null || group == null) {
      learn(writing);
      return true;
    }
    Vertex vertex = dataset.vertex();
    boolean haveEnded = haveEnded(vertex, group);
    if (haveEnded || rounds.containsKey(root)) {
      writing.input = Math.max(writing.input, inputOf(vertex, group));
    }
    if (!haveEnded) {
      writing.ended = 0;
      return false;
    }
    writing.origin = origin(vertex, group);
    writing.dataset = vertex.dataset();
    writing.output = Math.max(writing.output, sizes.applyAsLong(vertex.dataset()));
    writing.ended++;
    if (writing.ended < ROUNDS) {
      return false;
    }
    learn(writing);
    return true;
  }

  private void learn(Writing writing) {
    OutputOrigin origin = writing.origin;
    DatasetPath dataset = writing.dataset;
    boolean isCounted = writing.input < UNCOUNTED && writing.output < UNCOUNTED;
    if (origin != null && dataset != null && isCounted) {
      history.learn(origin, dataset, writing.input, writing.output);
    }
  }

  private long inputOf(Vertex vertex, LinkedWorkflows group) {
    Set<DatasetPath> inputs = new HashSet<>();
    for (JobId writer : vertex.writers()) {
      registration(writer, group).job(writer.job()).ifPresent(job -> inputs.addAll(job.reads()));
    }
    // Whoever reads what he writes has no input to be in proportion to.
    inputs.remove(vertex.dataset());
    double bytes = inputs.stream().mapToDouble(sizes::applyAsLong).sum();
    return (long) Math.min(bytes, UNCOUNTED);
  }

  private static boolean haveEnded(Vertex vertex, LinkedWorkflows group) {
    return vertex.writers().stream()
        .allMatch(writer -> registration(writer, group).finished().contains(writer.job()));
  }

  private static Registration registration(JobId job, LinkedWorkflows group) {
    return Objects.requireNonNull(group.members().get(job.workflow()));
  }

  private static OutputOrigin origin(Vertex vertex, LinkedWorkflows group) {
    JobId writer = vertex.writers().get(0);
    Registration registration = registration(writer, group);
    return OutputOrigin.of(
        registration.owner(), registration.workflow().name(), writer.job(), vertex.dataset());
  }

  private ComingData comingOf(LinkedWorkflows group) {
    Map<Vertex, OutputOrigin> origins = new IdentityHashMap<>();
    return new ComingData(
        group.tasks(),
        group.managed().values().stream().map(ManagedDataset::vertex).toList(),
        group.finished(),
        (vertex, input) ->
            history.expected(
                origins.computeIfAbsent(vertex, each -> origin(each, group)),
                vertex.dataset(),
                input));
  }
}
