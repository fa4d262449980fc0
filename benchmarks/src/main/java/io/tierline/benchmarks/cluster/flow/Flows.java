/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.flow;

import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The clock, and all flows that are under way.
 *
 * <p>When a flow starts or ends, those that share a resource with it share anew, max-min fair, what
 * the others leave; the others keep their rates until something next to them changes. So a change
 * costs what is near it, not what the cluster is large, and no resource is ever over its capacity.
 */
public final class Flows {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Set<Flow> starting = new LinkedHashSet<>();
  private final Set<Flow> ending = new LinkedHashSet<>();
  private double now;
  private long count;

  /**
   * What happens at a time; first come, first served.
   *
   * @param flow null where it is something else than a flow's end
   * @param version of the flow; another one since then means another end
   */
  private record Event(double time, long number, Flow flow, long version, Runnable action)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Double.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** Seconds since the beginning. */
  public double now() {
    return now;
  }

  /** How many things have been planned. */
  public long events() {
    return count;
  }

  /** Has something happen after so many seconds. */
  public void after(double seconds, Runnable action) {
    events.add(new Event(now + seconds, count++, null, 0, action));
  }

  /** Starts a flow now. */
  public void start(Flow flow) {
    starting.add(flow);
  }

  /** Runs until nothing is left to happen. */
  public void run() {
    share();
    while (!events.isEmpty()) {
      Event event = events.remove();
      if (event.flow() == null) {
        now = event.time();
        event.action().run();
        share();
      } else if (event.flow().version() == event.version()) {
        now = event.time();
        ending.add(event.flow());
        event.flow().end();
        share();
      }
    }
  }

  private void share() {
    if (starting.isEmpty() && ending.isEmpty()) {
      return;
    }
    Set<Flow> near = new LinkedHashSet<>();
    ending.forEach(flow -> addNeighbours(flow, near));
    starting.forEach(flow -> addNeighbours(flow, near));
    near.addAll(ending);
    near.forEach(flow -> flow.stop(now));
    for (Flow flow : ending) {
      flow.uses().forEach(use -> use.resource().leave(flow));
      near.remove(flow);
    }
    for (Flow flow : starting) {
      flow.uses().forEach(use -> use.resource().join(flow));
      near.add(flow);
    }
    starting.clear();
    ending.clear();
    FairShare shares = new FairShare(near);
    for (int i = 0; i < shares.flows().size(); i++) {
      Flow flow = shares.flows().get(i);
      double end = flow.go(shares.rate(i), now);
      events.add(new Event(end, count++, flow, flow.version(), null));
    }
  }

  private static void addNeighbours(Flow flow, Set<Flow> near) {
    for (Use use : flow.uses()) {
      near.addAll(use.resource().flows());
    }
  }
}
