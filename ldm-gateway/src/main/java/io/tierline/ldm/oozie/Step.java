/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.FlowNode.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node of the whole control flow, sub-workflows taken in: they stand in it as a control node that
 * leads to their start.
 */
final class Step {
  final String name;
  final FlowNode node;
  final Unit unit;

  /** Where it, or the sub-workflow that it stands in, is started by the top definition. */
  final int line;

  /** The place in the list of all steps, set when that is complete. */
  int number;

  /** Steps this one leads to; true when only after a failure. */
  private final Map<Step, Boolean> next = new LinkedHashMap<>();

  private boolean takenApart;

  Step(String name, FlowNode node, Unit unit, int line) {
    this.line = line;
    this.name = name;
    this.node = node;
    this.unit = unit;
  }

  /** Adds a way; of two to the same step the one without a failure counts. */
  void leadsTo(Step step, boolean onError) {
    next.merge(step, onError, Boolean::logicalAnd);
  }

  /** Makes the action a mere entrance to the sub-workflow's steps. */
  void takeApart() {
    takenApart = true;
    next.clear();
  }

  Map<Step, Boolean> next() {
    return next;
  }

  boolean isFork() {
    return node.kind() == Kind.FORK;
  }

  /** True for an action that is not replaced by the steps of its sub-workflow. */
  boolean isJob() {
    return node.kind() == Kind.ACTION && !takenApart;
  }

  /** The jobs of a list of steps, in its order. */
  static List<Step> jobs(List<Step> steps) {
    List<Step> jobs = new ArrayList<>();
    for (Step step : steps) {
      if (step.isJob()) {
        jobs.add(step);
      }
    }
    return jobs;
  }
}
