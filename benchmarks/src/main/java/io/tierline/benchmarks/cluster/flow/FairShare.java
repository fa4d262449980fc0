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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Max-min fair rates by progressive filling (D. Bertsekas and R. Gallager, "Data Networks", 1992,
 * 6.5.2): all rates grow together; a flow stops where it has what it can use, or where something on
 * its way is full.
 */
final class FairShare {
  private static final double ROUNDING = 1e-12;

  private final Set<Resource> touched = new LinkedHashSet<>();
  private final List<Flow> growing;
  private final List<Double> rates = new ArrayList<>();
  private final List<Flow> stopped = new ArrayList<>();
  private double level;

  /** Shares what flows that are not among these leave. */
  FairShare(Collection<Flow> flows) {
    growing = new ArrayList<>(flows);
    for (Flow flow : flows) {
      for (Use use : flow.uses()) {
        if (touched.add(use.resource())) {
          use.resource().open();
        }
      }
    }
    for (Flow flow : flows) {
      flow.uses().forEach(use -> use.resource().demand(use.seconds()));
    }
    while (!growing.isEmpty()) {
      grow();
    }
  }

  private void grow() {
    double step = Double.POSITIVE_INFINITY;
    for (Flow flow : growing) {
      step = Math.min(step, flow.mostPerSecond() - level);
    }
    for (Resource resource : touched) {
      step = Math.min(step, resource.headroom());
    }
    level += step;
    for (Resource resource : touched) {
      resource.raise(step, resource.headroom() <= step);
    }
    growing.removeIf(this::stops);
  }

  private boolean stops(Flow flow) {
    boolean stops = flow.mostPerSecond() <= level * (1 + ROUNDING);
    for (Use use : flow.uses()) {
      stops |= use.resource().isFull();
    }
    if (stops) {
      flow.uses().forEach(use -> use.resource().withdraw(use.seconds()));
      stopped.add(flow);
      rates.add(level);
    }
    return stops;
  }

  /** Those that have a rate, in the order in which they stopped growing. */
  List<Flow> flows() {
    return stopped;
  }

  /** The rate of the flow at that place, in bytes a second. */
  double rate(int index) {
    return rates.get(index);
  }
}
