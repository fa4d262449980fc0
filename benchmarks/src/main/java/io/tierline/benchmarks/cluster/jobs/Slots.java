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
 * Who runs where: of the jobs with waiting tasks the one that runs fewest is next, and of its tasks
 * one whose input lies in the node, else in the rack.
 */
final class Slots {
  /** Seconds until a container runs, at the least and how much more. */
  private static final double LEAST_START = 0.5;

  private static final double MORE_START = 2;

  private final Site site;
  private final Consumer<RunningJob> onEnd;

  /** Jobs with waiting tasks, the next one first; of those that run as many, the oldest. */
  private final NavigableSet<RunningJob> waiting =
      new TreeSet<>(
          Comparator.comparingInt(RunningJob::running).thenComparingInt(RunningJob::number));

  private final int[] free;
  private int submitted;
  private int mostTaken;

  /**
   * Free slots.
   *
   * @param onEnd told of each job that has ended
   */
  Slots(Site site, Consumer<RunningJob> onEnd) {
    this.site = site;
    this.onEnd = onEnd;
    free = new int[site.cluster().nodes().size()];
    Arrays.fill(free, site.cluster().hardware().slots());
  }

  void submit(RunningJob job) {
    job.number(submitted++);
    queue(job);
    fill();
  }

  /** The most slots of a node that were taken at a time. */
  int mostTaken() {
    return mostTaken;
  }

  /** New tasks go to nodes that have their input, then to its racks, then anywhere. */
  private void fill() {
    List<Node> nodes = new ArrayList<>();
    for (Node node : site.cluster().nodes()) {
      if (free[node.number()] > 0) {
        nodes.add(node);
      }
    }
    shuffle(nodes, site.random());
    for (Pending.Reach reach : Pending.Reach.values()) {
      boolean found = !nodes.isEmpty();
      while (found) {
        found = false;
        for (Node node : nodes) {
          found |= free[node.number()] > 0 && fill(node, reach);
        }
      }
    }
  }

  private boolean fill(Node node, Pending.Reach reach) {
    RunningJob next = waiting.isEmpty() ? null : waiting.first();
    Task task = next == null ? null : next.pending().poll(node, reach);
    if (task == null) {
      return false;
    }
    start(next, task, node);
    return true;
  }

  private void queue(RunningJob job) {
    if (job.pending().count() > 0) {
      waiting.add(job);
    }
  }

  private void start(RunningJob job, Task task, Node node) {
    waiting.remove(job);
    job.started();
    queue(job);
    free[node.number()]--;
    mostTaken = Math.max(mostTaken, site.cluster().hardware().slots() - free[node.number()]);
    double container = LEAST_START + MORE_START * site.random().nextDouble();
    site.flows().after(container, () -> next(task.steps(node), job, node));
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
    if (changed) {
      if (job.hasEnded()) {
        onEnd.accept(job);
      }
      fill();
    } else {
      fill(node, Pending.Reach.ANY);
    }
  }

  private static void shuffle(List<Node> nodes, SplittableRandom random) {
    for (int i = nodes.size() - 1; i > 0; i--) {
      Collections.swap(nodes, i, random.nextInt(i + 1));
    }
  }
}
