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
import java.util.List;
import java.util.PriorityQueue;

/**
 * The clock, and all flows that are under way.
 *
 * <p>When a flow starts or ends, those that share a resource with it share anew, max-min fair, what
 * the others leave; the others keep their rates until something next to them changes. A link of a
 * rack that many share binds nobody as long as it is not full, and makes no neighbours. So a change
 * costs what is near it, not what the cluster is large, and no resource is ever over its capacity.
 */
public final class Flows {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final EndQueue ends = new EndQueue();
  private final List<Flow> starting = new ArrayList<>();
  private final List<Flow> near = new ArrayList<>();
  private double now;
  private long count;

  /** What happens at a time, beside flows' ends; first come, first served. */
  private record Event(double time, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Double.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    boolean isBefore(Flow flow) {
      int byTime = Double.compare(time, flow.endAt());
      return byTime < 0 || (byTime == 0 && number < flow.number());
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
    events.add(new Event(now + seconds, count++, action));
  }

  /** Starts a flow now. */
  public void start(Flow flow) {
    starting.add(flow);
  }

  /** Runs until nothing is left to happen. */
  public void run() {
    share(null);
    while (ends.first() != null || !events.isEmpty()) {
      Flow flow = ends.first();
      Event event = events.peek();
      if (flow == null || (event != null && event.isBefore(flow))) {
        now = event.time();
        events.remove();
        event.action().run();
        share(null);
      } else {
        now = flow.endAt();
        ends.remove(flow);
        flow.end();
        share(flow);
      }
    }
  }

  /** Shares anew what those have that are next to flows that start, or to the one that ends. */
  private void share(Flow ending) {
    if (ending == null && starting.isEmpty()) {
      return;
    }
    if (ending != null) {
      ending.mark();
      addNeighbours(ending);
      ending.stop(now);
    }
    starting.forEach(this::addNeighbours);
    near.forEach(flow -> flow.stop(now));
    if (ending != null) {
      ending.uses().forEach(use -> use.resource().leave(ending));
    }
    for (Flow flow : starting) {
      flow.uses().forEach(use -> use.resource().join(flow));
      near.add(flow);
    }
    starting.clear();
    for (Flow flow : new FairShare(near).flows()) {
      flow.unmark();
      flow.go(now, count++);
      ends.put(flow);
    }
    near.clear();
  }

  private void addNeighbours(Flow flow) {
    for (Use use : flow.uses()) {
      if (!use.resource().bindsNobody()) {
        addFlows(use.resource());
      }
    }
  }

  private void addFlows(Resource resource) {
    for (Flow flow : resource.flows()) {
      if (flow.mark()) {
        near.add(flow);
      }
    }
  }
}
