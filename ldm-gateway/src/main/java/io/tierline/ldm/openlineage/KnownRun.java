/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.openlineage.RunEvent.JobRef;
import io.tierline.ldm.openlineage.RunEvent.RunRef;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All that the events of one run have said so far; they add up, in whatever order they come. */
final class KnownRun {
  /** Runs that one may have started and still be told of. */
  private static final int MAX_CHILDREN = 10_000;

  /** Datasets of one run; Spark names every file of a table that it read. */
  private static final int MAX_DATASETS = 10_000;

  private final RunRef run;
  private RunRef parent;
  private RunRef root;
  private JobState state = JobState.RUNNING;
  private boolean isHeard;
  private final Set<DatasetPath> inputs = new LinkedHashSet<>();
  private final Set<DatasetPath> outputs = new LinkedHashSet<>();
  private final Set<DatasetPath> narrowedInputs = new LinkedHashSet<>();
  private final Set<DatasetPath> narrowedOutputs = new LinkedHashSet<>();
  private final Set<Rename> renames = new LinkedHashSet<>();
  private final Set<JobRef> downstream = new LinkedHashSet<>();
  private final Set<String> children = new LinkedHashSet<>();

  KnownRun(RunRef run) {
    this.run = run;
  }

  /** How much it keeps in memory. */
  int size() {
    return 1
        + inputs.size()
        + outputs.size()
        + narrowedInputs.size()
        + narrowedOutputs.size()
        + renames.size()
        + downstream.size()
        + children.size();
  }

  void hear(RunEvent event) {
    isHeard = true;
    parent = event.parent().orElse(parent);
    root = event.root().orElse(root);
    state = JobState.values()[Math.max(state.ordinal(), stateOf(event.type()).ordinal())];
    addAll(narrowedInputs, List.copyOf(event.narrowed().inputs()));
    addAll(narrowedOutputs, List.copyOf(event.narrowed().outputs()));
    addAll(inputs, event.inputs());
    addAll(outputs, event.outputs());
    // Of a dataset whose parts one event tells, others may name the whole.
    inputs.removeAll(narrowedInputs);
    outputs.removeAll(narrowedOutputs);
    addAll(renames, event.renames());
    addAll(downstream, List.copyOf(event.downstream()));
  }

  private static <T> void addAll(Set<T> set, List<T> more) {
    more.stream().limit(Math.max(0, MAX_DATASETS - set.size())).forEach(set::add);
  }

  private static JobState stateOf(RunEvent.Type type) {
    return switch (type) {
      case COMPLETE -> JobState.SUCCEEDED;
      case FAIL -> JobState.FAILED;
      case ABORT -> JobState.KILLED;
      case START, RUNNING, OTHER -> JobState.RUNNING;
    };
  }

  void addChild(String id) {
    if (children.size() < MAX_CHILDREN) {
      children.add(id);
    }
  }

  RunRef run() {
    return run;
  }

  RunRef parent() {
    return parent;
  }

  /** The outermost run as an event said; null when none did. */
  RunRef root() {
    return root;
  }

  Set<String> children() {
    return children;
  }

  Set<JobRef> downstream() {
    return downstream;
  }

  JobState state() {
    return state;
  }

  Uses uses() {
    return new Uses(List.copyOf(inputs), List.copyOf(outputs), List.copyOf(renames));
  }

  /** True for a job: something was heard of it, and it starts no runs that do its work. */
  boolean isJob() {
    return isHeard && children.isEmpty();
  }
}
