/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What control flow says about two jobs: whether one comes before the other, and whether one run
 * can execute both.
 */
final class FlowOrder {
  private final List<Step> steps;
  private final List<List<Step>> before = new ArrayList<>();
  private final List<List<Step>> beforeOnError = new ArrayList<>();
  private final BitSet onSuccess = new BitSet();
  private final BitSet[] below;
  private final BitSet[] sideBySide;

  /** Takes the steps of an acyclic flow; the first is its start. */
  FlowOrder(List<Step> steps) {
    this.steps = steps;
    int count = steps.size();
    for (int i = 0; i < count; i++) {
      before.add(new ArrayList<>());
      beforeOnError.add(new ArrayList<>());
    }
    for (Step step : steps) {
      step.next().forEach((to, error) -> (error ? beforeOnError : before).get(to.number).add(step));
    }
    below = new BitSet[count];
    sideBySide = new BitSet[count];
    List<Step> order = topological();
    for (int i = count - 1; i >= 0; i--) {
      fillBelow(order.get(i));
    }
    markSuccess(order);
    markSideBySide(order);
  }

  private List<Step> topological() {
    int[] waiting = new int[steps.size()];
    steps.forEach(step -> step.next().keySet().forEach(to -> waiting[to.number]++));
    List<Step> order = new ArrayList<>();
    for (Step step : steps) {
      if (waiting[step.number] == 0) {
        order.add(step);
      }
    }
    for (int i = 0; i < order.size(); i++) {
      for (Step to : order.get(i).next().keySet()) {
        if (--waiting[to.number] == 0) {
          order.add(to);
        }
      }
    }
    return order;
  }

  private void fillBelow(Step step) {
    BitSet reached = new BitSet();
    for (Step to : step.next().keySet()) {
      reached.set(to.number);
      reached.or(below[to.number]);
    }
    below[step.number] = reached;
  }

  private void markSuccess(List<Step> order) {
    onSuccess.set(0);
    for (Step step : order) {
      if (onSuccess.get(step.number)) {
        step.next()
            .forEach(
                (to, error) -> {
                  if (!error) {
                    onSuccess.set(to.number);
                  }
                });
      }
    }
  }

  /**
   * Marks the pairs of steps that two branches of one fork can be at: there are ways from two
   * starts of branches to the two steps that have no step in common, so no join has brought them
   * together. In topological order it is enough to look at the last step of the longer-ranked way:
   * nothing before it can come back to it.
   */
  private void markSideBySide(List<Step> order) {
    for (int i = 0; i < steps.size(); i++) {
      sideBySide[i] = new BitSet();
    }
    BitSet done = new BitSet();
    for (Step step : order) {
      BitSet beside = new BitSet();
      before.get(step.number).forEach(last -> beside.or(sideBySide[last.number]));
      beforeOnError.get(step.number).forEach(last -> beside.or(sideBySide[last.number]));
      before.get(step.number).stream()
          .filter(Step::isFork)
          .forEach(fork -> addOtherBranches(fork, step, beside));
      beside.and(done);
      sideBySide[step.number].or(beside);
      beside.stream().forEach(other -> sideBySide[other].set(step.number));
      done.set(step.number);
    }
  }

  private void addOtherBranches(Step fork, Step branch, BitSet beside) {
    for (Step other : fork.next().keySet()) {
      if (other != branch) {
        beside.set(other.number);
        beside.or(below[other.number]);
      }
    }
  }

  /** True when a run that comes to the first step can come to the second one later. */
  boolean reaches(Step from, Step to) {
    return below[from.number].get(to.number);
  }

  /** True when no single run executes both. */
  boolean exclude(Step one, Step other) {
    return one != other
        && !reaches(one, other)
        && !reaches(other, one)
        && !sideBySide[one.number].get(other.number);
  }

  /** True when the step runs only after something failed. */
  boolean onlyOnError(Step step) {
    return !onSuccess.get(step.number);
  }

  /**
   * The jobs that control flow lets run directly before this one. What comes before through a
   * failure counts only for a job that runs only then.
   */
  List<Step> jobsBefore(Step job) {
    boolean onError = onlyOnError(job);
    List<Step> found = new ArrayList<>();
    Set<Step> seen = new LinkedHashSet<>();
    Deque<Step> open = new ArrayDeque<>(predecessors(job, onError));
    while (!open.isEmpty()) {
      Step step = open.pop();
      if (!seen.add(step)) {
        continue;
      }
      if (step.isJob()) {
        found.add(step);
      } else {
        open.addAll(predecessors(step, onError));
      }
    }
    return found;
  }

  private List<Step> predecessors(Step step, boolean onError) {
    List<Step> all = new ArrayList<>(before.get(step.number));
    if (onError) {
      all.addAll(beforeOnError.get(step.number));
    }
    return all;
  }
}
