/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.limits.Holdings;
import io.tierline.ldm.limits.Usage;
import io.tierline.ldm.lineage.LineageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Registrations that were kept elsewhere, as they are once they are loaded. Groups of linked
 * workflows are made side by side. Of a group whose members contradict each other as many are taken
 * as agree.
 *
 * @param footprints who uses what
 * @param view all that was taken
 * @param holdings what each user holds of it
 * @param refused those that contradict others
 */
record LoadedLineage(
    Footprints footprints, LineageView view, Holdings holdings, List<Refused> refused) {

  /**
   * Loads them.
   *
   * @throws IllegalArgumentException when their paths cannot be indexed
   */
  static LoadedLineage of(Collection<Registration> registrations) {
    SortedMap<String, Registration> all = new TreeMap<>();
    registrations.forEach(registration -> all.put(registration.workflow().id(), registration));
    Footprints loaded = new Footprints();
    all.values().forEach(registration -> loaded.add(registration.workflow()));
    List<Refused> refused = new ArrayList<>();
    List<LinkedWorkflows> groups = new ArrayList<>();
    var parts = Grouping.of(all, r -> loaded.usersOfChanges(r.workflow()));
    List<Built> built = parts.parallelStream().map(LoadedLineage::build).toList();
    for (Built group : built) {
      if (group.whole() != null) {
        groups.add(group.whole());
      } else {
        groups.addAll(agreeing(group.members(), loaded, refused));
      }
    }
    LineageView view = LineageView.of(groups);
    refused.forEach(out -> loaded.remove(out.registration().workflow()));
    return new LoadedLineage(loaded, view, held(groups), refused);
  }

  /** Whose registration has made the links of a group is not kept: they are dealt out by paths. */
  private static Holdings held(List<LinkedWorkflows> groups) {
    Holdings held = new Holdings();
    for (LinkedWorkflows group : groups) {
      Map<String, Usage> usages = new TreeMap<>();
      group.members().forEach((id, member) -> usages.put(id, Usage.of(member.workflow())));
      long paths = usages.values().stream().mapToLong(Usage::paths).sum();
      usages.forEach(
          (id, usage) -> {
            double share = (double) usage.paths() / Math.max(1, paths);
            String owner = Objects.requireNonNull(group.members().get(id)).owner();
            held.put(id, owner, usage.withLinks((long) (group.links() * share)));
          });
    }
    return held;
  }

  /** A group, or nothing when its members contradict each other. */
  private record Built(SortedMap<String, Registration> members, @Nullable LinkedWorkflows whole) {}

  private static Built build(SortedMap<String, Registration> members) {
    try {
      return new Built(members, LinkedWorkflows.of(members));
    } catch (LineageException contradiction) {
      return new Built(members, null);
    }
  }

  private static List<LinkedWorkflows> agreeing(
      SortedMap<String, Registration> group, Footprints links, List<Refused> refused) {
    SortedMap<String, Registration> taken =
        take(new TreeMap<>(), List.copyOf(group.values()), refused);
    List<LinkedWorkflows> groups = new ArrayList<>();
    for (var part : Grouping.of(taken, r -> links.usersOfChanges(r.workflow()))) {
      try {
        groups.add(LinkedWorkflows.of(part));
      } catch (LineageException impossible) {
        throw new IllegalStateException("a part contradicts itself", impossible);
      }
    }
    return groups;
  }

  /** Adds as many candidates as agree with those taken, by halves: few of many disagree. */
  private static SortedMap<String, Registration> take(
      SortedMap<String, Registration> taken, List<Registration> candidates, List<Refused> refused) {
    if (candidates.isEmpty()) {
      return taken;
    }
    SortedMap<String, Registration> both = new TreeMap<>(taken);
    candidates.forEach(candidate -> both.put(candidate.workflow().id(), candidate));
    try {
      LinkedWorkflows.of(both);
      return both;
    } catch (LineageException e) {
      if (candidates.size() == 1) {
        refused.add(new Refused(candidates.get(0), String.valueOf(e.getMessage())));
        return taken;
      }
    }
    int half = candidates.size() / 2;
    SortedMap<String, Registration> more = take(taken, candidates.subList(0, half), refused);
    return take(more, candidates.subList(half, candidates.size()), refused);
  }
}
