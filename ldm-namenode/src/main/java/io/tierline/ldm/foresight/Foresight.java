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
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.placement.ComingData;
import io.tierline.ldm.placement.Outlook;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.LinkedWorkflows;
import io.tierline.ldm.registry.ManagedDataset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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

  private final ToLongFunction<DatasetPath> sizes;
  private final Map<String, Integer> rounds = new ConcurrentHashMap<>();
  private volatile Map<DatasetPath, Outlook> outlooks = Map.of();
  private Map<LinkedWorkflows, ComingData> known = new IdentityHashMap<>();
  private LineageView seen = LineageView.EMPTY;
  private double highestClaim;

  /**
   * Foresees nothing yet.
   *
   * @param sizes bytes that lie under a path; more than there can be where it is not known
   */
  public Foresight(ToLongFunction<DatasetPath> sizes) {
    this.sizes = sizes;
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
  public Map<DatasetPath, Outlook> outlooks() {
    return outlooks;
  }

  /** Looks at what is known now; called by one thread. */
  public void look(LineageView view) {
    outlooks = foreseen(view);
  }

  private Map<DatasetPath, Outlook> foreseen(LineageView view) {
    rounds.replaceAll((root, left) -> left - 1);
    rounds.values().removeIf(left -> left < 0);
    if (rounds.isEmpty()) {
      known = new IdentityHashMap<>();
      return Map.of();
    }
    learn(view);
    Map<LinkedWorkflows, ComingData> used = new IdentityHashMap<>();
    Map<LinkedWorkflows, List<DatasetPath>> written = new IdentityHashMap<>();
    for (String root : rounds.keySet()) {
      ManagedDataset dataset = view.managed(root);
      LinkedWorkflows group = dataset == null ? null : groupOf(dataset, view);
      if (dataset != null && group != null) {
        written.computeIfAbsent(group, g -> new ArrayList<>()).add(dataset.vertex().dataset());
      }
    }
    Map<DatasetPath, Outlook> found = new HashMap<>();
    written.forEach(
        (group, datasets) -> {
          ComingData coming = known.get(group);
          used.put(group, coming == null ? comingOf(group) : coming);
          found.putAll(used.get(group).outlooks(datasets, sizes, highestClaim));
        });
    known = used;
    return found;
  }

  @SuppressWarnings("ReferenceEquality") // a view never changes
  private void learn(LineageView view) {
    if (view != seen) {
      seen = view;
      highestClaim =
          view.groups().stream().mapToDouble(LinkedWorkflows::highestClaim).max().orElse(0);
    }
  }

  private static @Nullable LinkedWorkflows groupOf(ManagedDataset dataset, LineageView view) {
    return view.group(dataset.vertex().writers().get(0).workflow());
  }

  private static ComingData comingOf(LinkedWorkflows group) {
    Set<JobId> finished = group.finished();
    Collection<ManagedDataset> managed = group.managed().values();
    return new ComingData(
        group.tasks(), managed.stream().map(ManagedDataset::vertex).toList(), finished);
  }
}
