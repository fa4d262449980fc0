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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One workflow that is followed: from its definition and each status that the server tells, what is
 * new of its jobs. What the run turns out not to come to is reported as stopped.
 */
public final class FollowedWorkflow {
  private final XmlElement definition;
  private final FlowWays ways;
  private final Map<String, Observation> told = new HashMap<>();

  /** Runs that were told of as running, and nobody knows any more how. */
  private final Set<String> toldBefore = new HashSet<>();

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

  /**
   * The runs that were told of as running and, by the last status, will never start. Their end is
   * no news, since nothing of them is known but this.
   */
  public Set<String> noJobs() {
    Map<String, Observation> now = new HashMap<>();
    Set<String> others = new HashSet<>();
    for (Observation observation : seen) {
      now.put(observation.run(), observation);
      if (told.containsKey(observation.run()) || isNews(observation)) {
        others.add(jobOf(observation.run()));
      }
    }
    Set<String> none = running();
    none.removeIf(
        run -> {
          Observation observation = now.get(run);
          // Of a job that is run again its new run is told of, and takes the place of this one.
          return observation == null
              ? !isEarlier(run) || others.contains(jobOf(run))
              : told.containsKey(run) || isNews(observation);
        });
    return none;
  }

  private boolean isEarlier(String run) {
    return last != null && !run.endsWith("#" + last.run());
  }

  private static String jobOf(String run) {
    return run.substring(0, Math.max(0, run.lastIndexOf('#')));
  }

  /** Those have been passed on, with the runs that are no jobs, and are no news any more. */
  public void told(List<Observation> observations) {
    Set<String> none = noJobs();
    told.keySet().removeAll(none);
    toldBefore.removeAll(none);
    for (Observation observation : observations) {
      told.put(observation.run(), observation);
      toldBefore.remove(observation.run());
    }
  }

  /** The runs that were told of as running. */
  public Set<String> running() {
    Set<String> running = new HashSet<>(toldBefore);
    told.forEach(
        (run, before) -> {
          if (!before.state().isEnd()) {
            running.add(run);
          }
        });
    return running;
  }

  /** An earlier process has told of these runs as running. */
  public void toldBefore(Set<String> runs) {
    toldBefore.addAll(runs);
  }

  /** What runs is news again. */
  public void tellAgain() {
    toldBefore.addAll(running());
    told.keySet().removeAll(toldBefore);
  }

  /** Whoever was told of it knows nothing any more: all of it is news. */
  public void tellAll() {
    told.clear();
    toldBefore.clear();
  }

  /**
   * A job that nobody was told of, and that will never start, is none. Where an earlier process has
   * told of it, it counts as failed where the workflow is usually run again and comes to it.
   */
  private boolean isNews(Observation observation) {
    Observation before = told.get(observation.run());
    if (before != null) {
      return !before.equals(observation);
    }
    boolean isToCome = toldBefore.contains(observation.run());
    return observation.state() == JobState.RUNNING
        || last.action(observation.job()).isPresent()
        || isToCome && observation.state() == JobState.FAILED;
  }
}
