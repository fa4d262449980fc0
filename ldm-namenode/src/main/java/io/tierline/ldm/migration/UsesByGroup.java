/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.LinkedWorkflows;
import io.tierline.ldm.registry.ManagedDataset;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The coming uses of every managed dataset. What was computed for a group of linked workflows is
 * kept until something in the group changes; only where jobs have nominal times, which come nearer
 * by themselves, is it computed each time. Not thread-safe.
 */
public final class UsesByGroup {
  private final double typicalJobSeconds;
  private Map<LinkedWorkflows, Known> known = new IdentityHashMap<>();

  /** The uses of a group's datasets, in the order of its datasets. */
  private record Known(double[][] seconds, boolean timed) {}

  /**
   * Knows nothing yet.
   *
   * @param typicalJobSeconds how long a job is taken to run, above 0
   */
  public UsesByGroup(double typicalJobSeconds) {
    this.typicalJobSeconds = typicalJobSeconds;
  }

  /**
   * Brings itself up to date.
   *
   * @return the groups that were there before and are no more; others may manage their datasets now
   */
  public Collection<LinkedWorkflows> update(LineageView view, Instant now) {
    Map<LinkedWorkflows, Known> next = new IdentityHashMap<>();
    for (LinkedWorkflows group : view.groups()) {
      Known before = known.get(group);
      next.put(group, before == null || before.timed() ? compute(group, now) : before);
    }
    Map<LinkedWorkflows, Known> gone = known;
    gone.keySet().removeAll(next.keySet());
    known = next;
    return gone.keySet();
  }

  private Known compute(LinkedWorkflows group, Instant now) {
    ComingUses coming = ComingUses.of(group.tasks(), group.finished(), now, typicalJobSeconds);
    List<ManagedDataset> stated = group.stated().toList();
    double[][] seconds = new double[stated.size()][];
    int i = 0;
    for (ManagedDataset dataset : stated) {
      double[] uses = coming.of(dataset.vertex());
      boolean same = i > 0 && Arrays.equals(uses, seconds[i - 1]);
      seconds[i] = same ? seconds[i - 1] : uses;
      i++;
    }
    boolean timed =
        group.members().values().stream()
            .flatMap(member -> member.workflow().jobs().stream())
            .anyMatch(job -> job.reading().earliest().isPresent());
    return new Known(seconds, timed);
  }

  /** Every dataset with the seconds to each of its coming uses, nearest first. */
  public void forEach(BiConsumer<ManagedDataset, double[]> action) {
    known.forEach(
        (group, uses) -> {
          Iterator<double[]> seconds = List.of(uses.seconds()).iterator();
          group.stated().forEach(dataset -> action.accept(dataset, seconds.next()));
        });
  }
}
