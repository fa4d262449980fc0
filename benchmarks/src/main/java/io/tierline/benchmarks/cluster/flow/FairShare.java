/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.flow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Max-min fair rates by progressive filling (D. Bertsekas and R. Gallager, "Data Networks", 1992,
 * 6.5.2): all rates grow together; a flow stops where it has what it can use, or where something on
 * its way is full.
 *
 * <p>It goes from one such level to the next. A resource tells at which level it will be full. That
 * level only rises, when a flow stops that passes it, so it is asked again when its turn has come,
 * and not after each flow.
 */
final class FairShare {
  private final PriorityQueue<Resource> filling =
      new PriorityQueue<>(Comparator.comparingDouble(Resource::foreseenLevel));
  private final List<Flow> byLimit;
  private final List<Flow> stopped = new ArrayList<>();
  private int slowest;
  private double level;

  /** Shares what flows that are not among these leave. */
  FairShare(Collection<Flow> flows) {
    byLimit = new ArrayList<>(flows);
    byLimit.sort(Comparator.comparingDouble(Flow::mostPerSecond));
    List<Resource> touched = new ArrayList<>();
    for (Flow flow : flows) {
      flow.grow();
      for (Use use : flow.uses()) {
        if (use.resource().demand(use.seconds())) {
          touched.add(use.resource());
        }
      }
    }
    for (Resource resource : touched) {
      if (resource.foresee()) {
        filling.add(resource);
      }
    }
    while (stopped.size() < flows.size()) {
      next();
    }
    touched.forEach(Resource::close);
  }

  /** Goes to the level where the next flow stops, or more than one. */
  private void next() {
    while (!byLimit.get(slowest).isGrowing()) {
      slowest++;
    }
    Flow first = byLimit.get(slowest);
    Resource full = firstFull();
    if (full == null || first.mostPerSecond() < full.foreseenLevel()) {
      level = Math.max(level, first.mostPerSecond());
      stop(first);
      return;
    }
    level = Math.max(level, full.foreseenLevel());
    filling.remove();
    for (Flow flow : full.flows()) {
      if (flow.isGrowing()) {
        stop(flow);
      }
    }
  }

  /** Null where nothing bounds those that still grow. */
  private Resource firstFull() {
    Resource first = filling.peek();
    while (first != null && first.isStale()) {
      filling.remove();
      if (first.foresee()) {
        filling.add(first);
      }
      first = filling.peek();
    }
    return first;
  }

  private void stop(Flow flow) {
    flow.stopGrowing(level);
    for (Use use : flow.uses()) {
      use.resource().withdraw(use.seconds(), level);
    }
    stopped.add(flow);
  }

  /** Those that have a rate, in the order in which they stopped growing. */
  List<Flow> flows() {
    return stopped;
  }
}
