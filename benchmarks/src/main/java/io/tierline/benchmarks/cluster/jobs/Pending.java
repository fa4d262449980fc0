/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.hdfs.Node;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** A job's tasks that wait for slots, found by where their input lies. */
final class Pending {
  private final Map<Node, Queue<Task>> byNode = new HashMap<>();
  private final Map<Integer, Queue<Task>> byRack = new HashMap<>();
  private final Queue<Task> all = new ArrayDeque<>();
  private int count;

  /** How far from its input a task may run. */
  enum Reach {
    NODE,
    RACK,
    ANY
  }

  void add(Collection<Task> tasks) {
    for (Task task : tasks) {
      count++;
      all.add(task);
      for (Node node : task.preferred()) {
        byNode.computeIfAbsent(node, n -> new ArrayDeque<>()).add(task);
        byRack.computeIfAbsent(node.rack(), r -> new ArrayDeque<>()).add(task);
      }
    }
  }

  int count() {
    return count;
  }

  /** The next one for that node, as near as can be; null where none may run so far away. */
  Task poll(Node node, Reach reach) {
    Task task = next(byNode.get(node));
    if (task == null && reach != Reach.NODE) {
      task = next(byRack.get(node.rack()));
    }
    if (task == null && reach == Reach.ANY) {
      task = next(all);
    }
    if (task != null) {
      task.take();
      count--;
    }
    return task;
  }

  private static Task next(Queue<Task> queue) {
    Task task = queue == null ? null : queue.poll();
    while (task != null && task.isTaken()) {
      task = queue.poll();
    }
    return task;
  }
}
