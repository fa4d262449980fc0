/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.FlowWays;
import io.tierline.ldm.oozie.OozieWorkflowSource;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What one status of a workflow says of its jobs.
 *
 * <p>All jobs that the run may still come to count as readers from the first sight on, also those
 * on branches between which a decision has not chosen yet. Jobs that only a failure leads to do not
 * count until there is one. A sub-workflow is a workflow of its own once it runs; until then its
 * action is only named, as what follows the jobs before it.
 */
final class RunStatus {
  private static final String SUB_WORKFLOW = "sub-workflow";

  private final WorkflowStatus status;
  private final Set<String> possible;
  private final Set<String> withoutFailures;
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<String, Set<String>> next = new HashMap<>();

  /** Jobs that come after one that writes by its own word, and not by that of a coordinator. */
  private final Set<String> handed = new HashSet<>();

  /**
   * Reads it.
   *
   * @param whole adds what the workflow uses as a whole to its jobs
   */
  RunStatus(
      WorkflowStatus status, XmlElement definition, FlowWays ways, UnaryOperator<List<Job>> whole)
      throws LineageException {
    this.status = status;
    this.possible = ways.possible(left(true));
    this.withoutFailures = ways.possible(left(false));
    List<Job> own = ownUses(read(definition));
    for (Job job : own.isEmpty() ? own : whole.apply(own)) {
      if (!job.onError() || possible.contains(job.name())) {
        jobs.put(job.name(), job);
        job.after()
            .forEach(
                before -> next.computeIfAbsent(before, b -> new LinkedHashSet<>()).add(job.name()));
      }
    }
    markHanded(own);
  }

  /** What sub-workflows use is theirs. */
  private static List<Job> ownUses(List<Job> read) {
    return read.stream().map(job -> isNested(job) ? withoutUses(job) : job).toList();
  }

  private void markHanded(List<Job> own) {
    Deque<String> open = new ArrayDeque<>();
    own.stream().filter(job -> !job.writes().isEmpty()).forEach(job -> open.add(job.name()));
    while (!open.isEmpty()) {
      for (String follower : next.getOrDefault(open.remove(), Set.of())) {
        if (handed.add(follower) && isNested(jobs.get(follower))) {
          open.add(follower);
        }
      }
    }
  }

  private static boolean isNested(Job job) {
    return job.type().equals(SUB_WORKFLOW);
  }

  private static Job withoutUses(Job job) {
    return Job.like(job).uses(List.of()).build();
  }

  /** What Oozie has made of the actions counts; where that cannot be used, the definition alone. */
  private List<Job> read(XmlElement definition) throws LineageException {
    try {
      return read(definition, started());
    } catch (LineageException unusable) {
      return read(definition, Map.of());
    }
  }

  private List<Job> read(XmlElement definition, Map<String, XmlElement> started)
      throws LineageException {
    return new OozieWorkflowSource(
            status.id(), definition, status.properties(), AppFiles.none(), started)
        .read(status.id())
        .jobs();
  }

  /** Where nodes were left to. */
  private Map<String, String> left(boolean withFailures) {
    Map<String, String> left = new HashMap<>();
    for (ActionStatus action : status.actions()) {
      if (action.isLeft() && (withFailures || !action.hasFailed())) {
        left.put(action.name(), action.transition());
      }
    }
    return left;
  }

  /** What Oozie has made of the actions that it has started, where that can be read. */
  private Map<String, XmlElement> started() {
    Map<String, XmlElement> started = new HashMap<>();
    for (ActionStatus action : status.actions()) {
      if (action.conf().startsWith("<")) {
        byte[] conf = action.conf().getBytes(StandardCharsets.UTF_8);
        try {
          started.put(action.name(), XmlReader.read(status.id() + "@" + action.name(), conf));
        } catch (LineageException unreadable) {
          started.remove(action.name());
        }
      }
    }
    return started;
  }

  /** One for each job of which something is known, the later ones first. */
  List<Observation> observations() {
    List<Observation> seen = new ArrayList<>();
    for (Job job : jobs.values()) {
      if (!isNamedOnly(job)) {
        seen.add(observation(job));
      }
    }
    Collections.reverse(seen);
    return seen;
  }

  private boolean isStarted(String job) {
    return status.action(job).isPresent();
  }

  /**
   * A sub-workflow that does not run yet: what it will do is not known, only where it stands. What
   * a coordinator's action writes as a whole is not handed on inside of it.
   */
  private boolean isNamedOnly(Job job) {
    return isNested(job)
        && handed.contains(job.name())
        && !status.isEnded()
        && possible.contains(job.name())
        && uses(job).isEmpty()
        && status.action(job.name()).map(action -> action.externalId().isEmpty()).orElse(true);
  }

  private Observation observation(Job job) {
    return new Observation(
        Origin.OOZIE,
        status.id() + "@" + job.name() + "#" + status.run(),
        status.user(),
        Chain.stated(status.id(), status.name()),
        job.name(),
        status.name() + "/" + job.name(),
        state(job.name()),
        uses(job),
        followers(job.name()),
        job.reading().at(null).waitingFor(null));
  }

  private JobState state(String job) {
    ActionStatus action = status.action(job).orElse(null);
    if (action == null) {
      boolean isComing = possible.contains(job) && !status.isEnded();
      return isComing ? JobState.RUNNING : unreached(job);
    }
    if (action.isDone()) {
      return JobState.SUCCEEDED;
    }
    if (action.hasFailed()) {
      return JobState.FAILED;
    }
    return action.isKilled() || status.isEnded() ? JobState.KILLED : JobState.RUNNING;
  }

  /** After a failure the workflow is usually run again from there, and then comes to the job. */
  private JobState unreached(String job) {
    boolean hasFailed = status.actions().stream().anyMatch(ActionStatus::hasFailed);
    boolean isMissed = hasFailed && withoutFailures.contains(job) && !status.isSucceeded();
    return isMissed ? JobState.FAILED : JobState.KILLED;
  }

  /** The jobs directly after it, and for one that is only named also those after that. */
  private Set<String> followers(String job) {
    Set<String> found = new LinkedHashSet<>();
    List<String> open = new ArrayList<>(next.getOrDefault(job, Set.of()));
    while (!open.isEmpty()) {
      String name = open.remove(open.size() - 1);
      boolean isComing = possible.contains(name) || isStarted(name);
      if (isComing && found.add(name) && isNamedOnly(jobs.get(name))) {
        open.addAll(next.getOrDefault(name, Set.of()));
      }
    }
    return found;
  }

  /** Without the paths that are not known yet: they could be taken for those of another run. */
  static Uses uses(Job job) {
    return new Uses(
        known(job.reads()),
        known(job.writes()),
        job.renames().stream()
            .filter(rename -> isKnown(rename.source()) && isKnown(rename.target()))
            .toList());
  }

  private static List<DatasetPath> known(List<DatasetPath> paths) {
    return paths.stream().filter(RunStatus::isKnown).toList();
  }

  private static boolean isKnown(DatasetPath path) {
    return !path.toString().contains("${");
  }
}
