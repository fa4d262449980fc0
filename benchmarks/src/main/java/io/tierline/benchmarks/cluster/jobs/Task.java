/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.flow.Flow;
import io.tierline.benchmarks.cluster.hdfs.Node;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/** A map or a reducer: flows one after the other, on one node. */
final class Task {
  private final List<Node> preferred;
  private final Function<Node, Iterator<Step>> steps;
  private boolean taken;

  /** One flow of a task. */
  interface Step {
    /** Made when it is its turn. */
    Flow flow(Runnable onEnd);
  }

  /**
   * A task that waits for a slot.
   *
   * @param preferred nodes that have its input; empty where none does
   * @param steps what it does on a node
   */
  Task(List<Node> preferred, Function<Node, Iterator<Step>> steps) {
    this.preferred = preferred;
    this.steps = steps;
  }

  List<Node> preferred() {
    return preferred;
  }

  Iterator<Step> steps(Node node) {
    return steps.apply(node);
  }

  boolean isTaken() {
    return taken;
  }

  void take() {
    taken = true;
  }
}
