/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.oozie.FlowWays;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * One workflow that is followed: from its definition and each status that the server tells, what is
 * new of its jobs. What the run turns out not to come to is reported as stopped.
 */
public final class FollowedWorkflow {
  private final XmlElement definition;
  private final FlowWays ways;
  private final Map<String, Observation> told = new HashMap<>();
  private UnaryOperator<List<Job>> whole = UnaryOperator.identity();
  private WorkflowStatus last;
  private List<Observation> seen = List.of();

  /**
   * Starts to follow a workflow.
   *
   * @param id Oozie's id of the job, for messages
   * @param document its definition
   * @throws LineageException when it cannot be read
   */
  public FollowedWorkflow(String id, byte[] document) throws LineageException {
    this.definition = XmlReader.read(id, document);
    this.ways = new FlowWays(definition);
  }

  /**
   * Tells what the workflow uses as a whole, which its definition does not.
   *
   * @param addition adds that to its jobs
   */
  public void uses(UnaryOperator<List<Job>> addition) {
    whole = addition;
    last = null;
  }

  /** Its definition. */
  public XmlElement definition() {
    return definition;
  }

  /**
   * What is new, those that come later first: so no job is merely expected that is known.
   *
   * @throws LineageException when the definition cannot be read with what it is run with
   */
  public List<Observation> news(WorkflowStatus status) throws LineageException {
    if (!status.equals(last)) {
      seen = new RunStatus(status, definition, ways, whole).observations();
      last = status;
    }
    return seen.stream().filter(this::isNews).toList();
  }

  /**
   * What is new when the server does not know the workflow any more, so that it has ended.
   *
   * @throws LineageException as {@link #news}
   */
  public List<Observation> newsOfLoss() throws LineageException {
    return last == null ? List.of() : news(last.isEnded() ? last : last.lost());
  }

  /** Those have been passed on, and are no news any more. */
  public void told(List<Observation> observations) {
    observations.forEach(observation -> told.put(observation.run(), observation));
  }

  /** What runs is news again. */
  public void tellAgain() {
    told.values().removeIf(before -> !before.state().isEnd());
  }

  /** Whoever was told of it knows nothing any more: all of it is news. */
  public void tellAll() {
    told.clear();
  }

  /** A job that nobody was told of, and that will never start, is none. */
  private boolean isNews(Observation observation) {
    Observation before = told.get(observation.run());
    boolean neverStarts =
        observation.state() != JobState.RUNNING && last.action(observation.job()).isEmpty();
    return before == null ? !neverStarts : !before.equals(observation);
  }
}
