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
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/** All that the events of one run have said so far; they add up, in whatever order they come. */
final class KnownRun {
  /** Runs that one may have started and still be told of. */
  private static final int MAX_CHILDREN = 10_000;

  /** Datasets of one run; Spark names every file of a table that it read. */
  private static final int MAX_DATASETS = 10_000;

  /** What an object of this class takes, beside what it names. */
  private static final long RUN_BYTES = 600;

  /** What anything that it names takes in its set, beside its text. */
  private static final long ENTRY_BYTES = 100;

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
  private long size;

  KnownRun(RunRef run) {
    this.run = run;
    this.size = RUN_BYTES + length(run);
  }

  private static long length(RunRef run) {
    return run.id().length() + length(run.job());
  }

  private static long length(JobRef job) {
    return (long) job.namespace().length() + job.name().length();
  }

  /** About how many bytes it keeps in memory. */
  long size() {
    return size;
  }

  void apply(RunEvent event) {
    isHeard = true;
    parent = event.parent().orElse(parent);
    root = event.root().orElse(root);
    state = JobState.values()[Math.max(state.ordinal(), stateOf(event.type()).ordinal())];
    addAll(narrowedInputs, event.narrowed().inputs(), KnownRun::length);
    addAll(narrowedOutputs, event.narrowed().outputs(), KnownRun::length);
    addAll(inputs, event.inputs(), KnownRun::length);
    addAll(outputs, event.outputs(), KnownRun::length);
    // Of a dataset whose parts one event tells, others may name the whole.
    removeAll(inputs, narrowedInputs);
    removeAll(outputs, narrowedOutputs);
    addAll(renames, event.renames(), rename -> length(rename.source()) + length(rename.target()));
    addAll(downstream, event.downstream(), KnownRun::length);
  }

  private static long length(DatasetPath path) {
    return path.toString().length();
  }

  private <T> void addAll(Set<T> set, Collection<T> more, ToLongFunction<T> length) {
    for (T each : more) {
      if (set.size() >= MAX_DATASETS) {
        return;
      }
      if (set.add(each)) {
        size += ENTRY_BYTES + length.applyAsLong(each);
      }
    }
  }

  private void removeAll(Set<DatasetPath> set, Set<DatasetPath> gone) {
    for (DatasetPath each : gone) {
      if (set.remove(each)) {
        size -= ENTRY_BYTES + length(each);
      }
    }
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
    if (children.size() < MAX_CHILDREN && children.add(id)) {
      size += ENTRY_BYTES + id.length();
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
