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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Who runs where, as YARN's CapacityScheduler with fair order in its queue has it. A node with free
 * slots is offered to the jobs with waiting tasks, the one that runs fewest first, until one of
 * them takes it; see {@link Scheduling} for which it lets pass. Nodes are offered when a task ends
 * there and with each heartbeat, which all have at the same time. With one of them a node gets any
 * number of tasks near their input, and one far from it.
 */
final class Slots {
  /** {@code yarn.resourcemanager.nodemanagers.heartbeat-interval-ms} by default. */
  private static final double HEARTBEAT = 1;

  private final Site site;
  private final Scheduling scheduling;
  private final Consumer<RunningJob> onEnd;

  /** Jobs with waiting tasks, the next one first; of those that run as many, the oldest. */
  private final NavigableSet<RunningJob> waiting =
      new TreeSet<>(
          Comparator.comparingInt(RunningJob::running).thenComparingInt(RunningJob::number));

  private final int[] free;
  private boolean beating;
  private int submitted;
  private int mostTaken;

  /**
   * Free slots.
   *
   * @param onEnd told of each job that has ended
   */
  Slots(Site site, Scheduling scheduling, Consumer<RunningJob> onEnd) {
    this.site = site;
    this.scheduling = scheduling;
    this.onEnd = onEnd;
    free = new int[site.cluster().nodes().size()];
    Arrays.fill(free, site.cluster().hardware().slots());
  }

  void submit(RunningJob job) {
    job.number(submitted++);
    queue(job);
  }

  /** The most slots of a node that were taken at a time. */
  int mostTaken() {
    return mostTaken;
  }

  private void queue(RunningJob job) {
    if (job.pending().count() > 0) {
      waiting.add(job);
      if (!beating) {
        beating = true;
        site.flows().after(0, this::heartbeat);
      }
    }
  }

  /** Goes on as long as there are tasks that wait. */
  private void heartbeat() {
    List<Node> nodes = new ArrayList<>();
    for (Node node : site.cluster().nodes()) {
      if (free[node.number()] > 0) {
        nodes.add(node);
      }
    }
    shuffle(nodes, site.random());
    nodes.forEach(this::offer);
    beating = !waiting.isEmpty();
    if (beating) {
      site.flows().after(HEARTBEAT, this::heartbeat);
    }
  }

  private void offer(Node node) {
    Pending.Reach reach = Pending.Reach.NODE;
    while (reach != null && reach != Pending.Reach.ANY && free[node.number()] > 0) {
      reach = assign(node);
    }
  }

  /** Gives the node one task; null where no job takes it. */
  private Pending.Reach assign(Node node) {
    for (RunningJob job : waiting) {
      Pending.Assigned assigned =
          job.pending().offer(node, scheduling, site.cluster().nodes().size());
      if (assigned != null) {
        start(job, assigned.task(), node);
        return assigned.reach();
      }
    }
    return null;
  }

  private void start(RunningJob job, Task task, Node node) {
    waiting.remove(job);
    job.started();
    queue(job);
    free[node.number()]--;
    mostTaken = Math.max(mostTaken, site.cluster().hardware().slots() - free[node.number()]);
    site.hosting()
        .startContainer(job.spec().program(), site, () -> next(task.steps(node), job, node));
  }

  private void next(Iterator<Task.Step> steps, RunningJob job, Node node) {
    if (steps.hasNext()) {
      site.flows().start(steps.next().flow(() -> next(steps, job, node)));
      return;
    }
    free[node.number()]++;
    waiting.remove(job);
    boolean changed = job.ended();
    queue(job);
    if (changed && job.hasEnded()) {
      onEnd.accept(job);
    }
    offer(node);
  }

  private static void shuffle(List<Node> nodes, SplittableRandom random) {
    for (int i = nodes.size() - 1; i > 0; i--) {
      Collections.swap(nodes, i, random.nextInt(i + 1));
    }
  }
}
