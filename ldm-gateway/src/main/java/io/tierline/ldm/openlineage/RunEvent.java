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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One run event, with what LDM makes use of. See the OpenLineage specification, 2-0-2, and its
 * facets; datasets that are no files are left out.
 *
 * @param type what has happened to the run
 * @param run the run
 * @param parent the run that started it, if the event says
 * @param root the outermost of those, if the event says
 * @param inputs files read
 * @param outputs files written
 * @param renames outputs that came about by a move
 * @param downstream jobs that wait for this one
 * @param narrowed datasets of which the event names the parts that are used, in their place
 */
public record RunEvent(
    Type type,
    RunRef run,
    Optional<RunRef> parent,
    Optional<RunRef> root,
    List<DatasetPath> inputs,
    List<DatasetPath> outputs,
    List<Rename> renames,
    Set<JobRef> downstream,
    Narrowed narrowed) {

  /**
   * Datasets that are used in parts.
   *
   * @param inputs of those read
   * @param outputs of those written
   */
  public record Narrowed(Set<DatasetPath> inputs, Set<DatasetPath> outputs) {
    /** Copies the sets; the record is immutable. */
    public Narrowed {
      inputs = Set.copyOf(inputs);
      outputs = Set.copyOf(outputs);
    }
  }

  /** What has happened to a run. */
  public enum Type {
    /** It has begun. */
    START,
    /** It goes on. */
    RUNNING,
    /** It has ended with its result. */
    COMPLETE,
    /** It was stopped. */
    ABORT,
    /** It has ended without its result. */
    FAIL,
    /** Something else is told about it. */
    OTHER
  }

  /**
   * A job.
   *
   * @param namespace the scheduler or cluster it belongs to
   * @param name its name there
   */
  public record JobRef(String namespace, String name) {}

  /**
   * A run of a job.
   *
   * @param id tells it from all others
   * @param job the job
   */
  public record RunRef(String id, JobRef job) {}

  /** Copies the collections; the record is immutable. */
  public RunEvent {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    renames = List.copyOf(renames);
    downstream = Set.copyOf(downstream);
  }
}
