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

/**
 * Flows by when they end: a binary heap in which each flow knows its place, so that one whose rate
 * has changed is moved. It never holds more than the flows that are under way.
 */
final class EndQueue {
  static final int NOWHERE = -1;

  private final List<Flow> heap = new ArrayList<>();

  /** The next one to end; null where there is none. */
  Flow first() {
    return heap.isEmpty() ? null : heap.get(0);
  }

  /** Takes it in, or to its place now that its end is another one. */
  void put(Flow flow) {
    if (flow.place() == NOWHERE) {
      flow.place(heap.size());
      heap.add(flow);
    }
    up(flow);
    down(flow);
  }

  void remove(Flow flow) {
    int hole = flow.place();
    Flow last = heap.remove(heap.size() - 1);
    flow.place(NOWHERE);
    if (last != flow) {
      set(hole, last);
      up(last);
      down(last);
    }
  }

  private void up(Flow flow) {
    int at = flow.place();
    while (at > 0 && isBefore(flow, heap.get((at - 1) / 2))) {
      int parent = (at - 1) / 2;
      set(at, heap.get(parent));
      at = parent;
    }
    set(at, flow);
  }

  private void down(Flow flow) {
    int at = flow.place();
    int child = firstChild(at);
    while (child < heap.size() && isBefore(heap.get(child), flow)) {
      set(at, heap.get(child));
      at = child;
      child = firstChild(at);
    }
    set(at, flow);
  }

  /** That of the two that ends first; a place behind the last where there is none. */
  private int firstChild(int at) {
    int left = 2 * at + 1;
    boolean isRight = left + 1 < heap.size() && isBefore(heap.get(left + 1), heap.get(left));
    return isRight ? left + 1 : left;
  }

  private void set(int at, Flow flow) {
    heap.set(at, flow);
    flow.place(at);
  }

  private static boolean isBefore(Flow one, Flow other) {
    int byTime = Double.compare(one.endAt(), other.endAt());
    return byTime < 0 || (byTime == 0 && one.number() < other.number());
  }
}
