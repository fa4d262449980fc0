/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the jobs that wait for each other: the strongly connected components of more than one job.
 *
 * <p>Source: R. Tarjan, "Depth-first search and linear graph algorithms", 1972; here with a stack
 * of its own, since a chain of jobs may be longer than a thread's stack.
 */
final class Circles {
  private final List<JobId> jobs;
  private final int[][] next;
  private final int[] index;
  private final int[] low;
  private final int[] place;
  private final boolean[] onStack;
  private final Deque<Integer> stack = new ArrayDeque<>();
  private final Map<JobId, Integer> found = new HashMap<>();
  private int counter;

  private Circles(Collection<JobId> ids, List<TaskGraph.Edge> edges) {
    jobs = List.copyOf(ids);
    Map<JobId, Integer> numbers = new HashMap<>();
    jobs.forEach(job -> numbers.put(job, numbers.size()));
    List<List<Integer>> successors = new ArrayList<>();
    jobs.forEach(job -> successors.add(new ArrayList<>(2)));
    edges.forEach(edge -> successors.get(numbers.get(edge.from())).add(numbers.get(edge.to())));
    next =
        successors.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    index = new int[jobs.size()];
    low = new int[jobs.size()];
    place = new int[jobs.size()];
    onStack = new boolean[jobs.size()];
  }

  /** The jobs that stand in a circle, each with the number of its component. */
  static Map<JobId, Integer> of(Collection<JobId> jobs, List<TaskGraph.Edge> edges) {
    Circles circles = new Circles(jobs, edges);
    for (int i = 0; i < circles.jobs.size(); i++) {
      if (circles.index[i] == 0) {
        circles.visit(i);
      }
    }
    return circles.found;
  }

  private void visit(int root) {
    Deque<Integer> path = new ArrayDeque<>();
    enter(root, path);
    while (!path.isEmpty()) {
      int job = path.peek();
      if (place[job] < next[job].length) {
        int to = next[job][place[job]++];
        if (index[to] == 0) {
          enter(to, path);
        } else if (onStack[to]) {
          low[job] = Math.min(low[job], index[to]);
        }
      } else {
        leave(path);
      }
    }
  }

  private void enter(int job, Deque<Integer> path) {
    index[job] = ++counter;
    low[job] = counter;
    stack.push(job);
    onStack[job] = true;
    path.push(job);
  }

  private void leave(Deque<Integer> path) {
    int job = path.pop();
    if (!path.isEmpty()) {
      low[path.peek()] = Math.min(low[path.peek()], low[job]);
    }
    if (low[job] < index[job]) {
      return;
    }
    boolean circle = stack.peek() != job;
    int member;
    do {
      member = stack.pop();
      onStack[member] = false;
      if (circle) {
        found.put(jobs.get(member), job);
      }
    } while (member != job);
  }
}
