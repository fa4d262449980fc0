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
  private int offers;

  /** How a task came to a node. */
  enum Reach {
    /** Its input, or a part of it, lies there. */
    NODE,
    /** The job takes what is in the rack of its input. */
    RACK,
    /** The job takes any. */
    ANY
  }

  /**
   * A task that is no longer waiting.
   *
   * @param reach how far from its input it was let run; its own may be nearer
   */
  record Assigned(Task task, Reach reach) {}

  /** More of them, which wait anew for nodes near their input. */
  void add(Collection<Task> tasks) {
    offers = 0;
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

  /**
   * The job is offered that node: the nearest of its tasks, or null where it lets the node pass.
   * Each task near its input makes it wait anew, one far from it does not.
   */
  Assigned offer(Node node, Scheduling scheduling, int nodes) {
    offers++;
    Task task = next(byNode.get(node));
    if (task != null) {
      return assigned(task, Reach.NODE);
    }
    boolean takesRack = scheduling.takesRack(offers, nodes);
    boolean takesAny = scheduling.takesAny(offers, byNode.size() + byRack.size(), count, nodes);
    if (takesRack || takesAny) {
      task = next(byRack.get(node.rack()));
      if (task != null) {
        return assigned(task, takesRack ? Reach.RACK : Reach.ANY);
      }
    }
    task = takesAny ? next(all) : null;
    return task == null ? null : assigned(task, Reach.ANY);
  }

  private Assigned assigned(Task task, Reach reach) {
    task.take();
    count--;
    offers = reach == Reach.ANY ? offers : 0;
    return new Assigned(task, reach);
  }

  private static Task next(Queue<Task> queue) {
    Task task = queue == null ? null : queue.poll();
    while (task != null && task.isTaken()) {
      task = queue.poll();
    }
    return task;
  }
}
