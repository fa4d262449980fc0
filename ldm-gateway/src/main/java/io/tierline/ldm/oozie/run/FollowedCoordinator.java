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
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.coord.ServedCoordinator;
import io.tierline.ldm.oozie.coord.Times;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One coordinator that is followed: from its definition and each status that the server tells, the
 * actions that are to come within a window, each a workflow of its own until the real one runs.
 */
public final class FollowedCoordinator {
  /** Uses of datasets in the actions of one coordinator that are scheduled at a time. */
  static final int USES_MAX = 20_000;

  /** Instances that are made in one look; what is left is made in the next. */
  private static final int MADE_MAX = 100_000;

  private final String id;
  private byte[] document;
  private final ObservedRuns observed;
  private final IncludedFiles files;
  private final GrowingPause retry = new GrowingPause();
  private ServedCoordinator served;
  private String name = "";
  private boolean isCut;
  private Map<String, String> properties;
  private XmlElement workflow;
  private Map<String, String> workflowProperties = Map.of();
  private Map<String, CoordinatorAction> actions = Map.of();
  private final Map<String, String> replaced = new HashMap<>();
  private final Map<Instant, List<Observation>> known = new HashMap<>();

  /** What each action of the window uses; of those that had no room as well. */
  private final Map<Instant, Integer> sizes = new HashMap<>();

  private int uses;
  private int coming;
  private final Map<String, List<Observation>> told = new LinkedHashMap<>();

  /**
   * What has changed of the actions to come.
   *
   * @param coming the jobs of those that are new, or not as they were told
   * @param gone the workflows that were told and come no more
   */
  public record News(List<Observation> coming, Set<String> gone) {
    /** True when there is none. */
    public boolean isEmpty() {
      return coming.isEmpty() && gone.isEmpty();
    }
  }

  /**
   * Starts to follow a coordinator.
   *
   * @param id Oozie's id of the job
   * @param document its definition
   * @param observed what runs have taken so far
   * @param files what definitions include
   */
  public FollowedCoordinator(
      String id, byte[] document, ObservedRuns observed, IncludedFiles files) {
    this.id = id;
    this.document = document.clone();
    this.observed = observed;
    this.files = files;
  }

  /**
   * Takes in what the server says of it.
   *
   * @param millis the time, on a clock that only goes forward
   * @throws LineageException when the definition cannot be read with what it was submitted with
   */
  public void update(CoordinatorStatus status, long millis) throws LineageException {
    if (!status.properties().equals(properties)) {
      serve(read(status));
      properties = status.properties();
      retry.begin(millis);
    } else if (!served.unread().isEmpty() && retry.isDue(millis)) {
      readAgain(status, millis);
    }
    name = status.name().isEmpty() ? served.name() : status.name();
    Map<String, CoordinatorAction> now = new LinkedHashMap<>();
    status.actions().forEach(action -> now.put(action.id(), action));
    actions = now;
    replaced.keySet().retainAll(actions.keySet());
  }

  private ServedCoordinator read(CoordinatorStatus status) throws LineageException {
    return new ServedCoordinator(id, document, status.properties(), observed, files, status.user());
  }

  /** All that was made stays, unless a file could be read that could not before. */
  private void readAgain(CoordinatorStatus status, long millis) throws LineageException {
    ServedCoordinator again = read(status);
    if (again.unread().containsAll(served.unread())) {
      retry.failed(millis);
    } else {
      serve(again);
      retry.begin(millis);
    }
  }

  private void serve(ServedCoordinator next) {
    served = next;
    known.clear();
    sizes.clear();
    showWorkflow();
  }

  /** What the server calls it, or else its definition. */
  public String name() {
    return name;
  }

  /** What could not be resolved of it, or was assumed. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(served == null ? List.of() : served.findings());
    if (isCut) {
      findings.add(
          new Finding(
              name, id, 0, "not all actions of the window are taken in: R counts no later ones"));
    }
    return findings;
  }

  /** An action that has not ended, as the server last told. */
  public Optional<CoordinatorAction> action(String actionId) {
    return Optional.ofNullable(actions.get(actionId));
  }

  /** The workflow by which an action is scheduled. */
  public String scheduledAs(CoordinatorAction action) {
    return chain(action.nominal()).id();
  }

  /** An action's workflow is followed by itself from now on. */
  public void replaced(CoordinatorAction action, String by) {
    replaced.put(action.id(), by);
    told.remove(scheduledAs(action));
  }

  /** An action's workflow has ended: what that took is expected of those to come. */
  public void ended(CoordinatorAction action, WorkflowStatus workflow) {
    boolean isTimed = workflow.started().isPresent() && workflow.ended().isPresent();
    if (isTimed
        && workflow.isSucceeded()
        && served.ran(action.nominal(), workflow.started().get(), workflow.ended().get())) {
      known.clear();
    }
  }

  /** Those jobs with what an action uses as a whole. */
  public List<Job> onto(List<Job> jobs, CoordinatorAction action) {
    return served.onto(jobs, action.nominal());
  }

  /** What its actions run, as one of them shows. */
  public void runs(XmlElement definition, Map<String, String> with) {
    if (definition != workflow) {
      workflow = definition;
      workflowProperties = Map.copyOf(with);
      known.clear();
      sizes.clear();
      showWorkflow();
    }
  }

  private void showWorkflow() {
    if (workflow != null && served != null) {
      served.runs(workflow, workflowProperties);
    }
  }

  /**
   * What is new of the actions to come.
   *
   * @param status what {@link #update} was last told
   * @param end the time before which actions are of interest
   * @param most how many actions at most, the earliest
   * @param mostUses how many uses of datasets in all of them; of more actions none is kept
   */
  public News news(CoordinatorStatus status, Instant end, int most, int mostUses) {
    Set<Instant> times = status.isRunning() ? times(status, end, most) : Set.of();
    known.keySet().retainAll(times);
    sizes.keySet().retainAll(times);
    isCut = times.size() >= most;
    int limit = Math.min(mostUses, USES_MAX);
    long before = served.instancesMade();
    uses = 0;
    Map<String, List<Observation>> coming = new LinkedHashMap<>();
    for (Instant time : times) {
      boolean mayMake = served.instancesMade() - before < MADE_MAX;
      if (uses + sizes.getOrDefault(time, 0) <= limit && (mayMake || known.containsKey(time))) {
        make(status.user(), time);
      }
      if (known.containsKey(time) && uses + sizes.get(time) <= limit) {
        uses += sizes.get(time);
        coming.put(chain(time).id(), known.get(time));
      } else {
        known.remove(time);
        isCut = true;
      }
    }
    coming.values().removeIf(List::isEmpty);
    this.coming = coming.size();
    served.forget();
    Set<String> gone = new LinkedHashSet<>(told.keySet());
    gone.removeAll(coming.keySet());
    List<Observation> fresh = new ArrayList<>();
    coming.forEach(
        (chain, jobs) -> {
          if (!jobs.equals(told.get(chain))) {
            fresh.addAll(jobs);
          }
        });
    return new News(fresh, gone);
  }

  private void make(String user, Instant time) {
    List<Observation> jobs = known.computeIfAbsent(time, nominal -> jobs(user, nominal));
    sizes.put(time, size(jobs));
  }

  /** How many actions are to come by the last news, told or not. */
  public int coming() {
    return coming;
  }

  /** Uses of datasets in the actions that are to come. */
  public int uses() {
    return uses;
  }

  /** Its definition may have been changed; what it says counts from the next status on. */
  public void define(byte[] definition) {
    if (!Arrays.equals(definition, document)) {
      document = definition.clone();
      properties = null;
    }
  }

  /** How many bytes its definition has. */
  public int bytes() {
    return document.length;
  }

  /** It is not looked at for now: what was made of its actions takes no room. */
  public void rest() {
    known.clear();
    sizes.clear();
    uses = 0;
  }

  private static int size(List<Observation> jobs) {
    return jobs.stream().mapToInt(job -> job.uses().size()).sum();
  }

  /** What is new when it makes no actions any more. */
  public News newsOfEnd() {
    return new News(List.of(), Set.copyOf(told.keySet()));
  }

  /** Those have been passed on, and are no news any more. */
  public void told(News news) {
    told.keySet().removeAll(news.gone());
    Map<String, List<Observation>> passed = new LinkedHashMap<>();
    for (Observation job : news.coming()) {
      passed.computeIfAbsent(job.chain().id(), chain -> new ArrayList<>()).add(job);
    }
    told.putAll(passed);
  }

  /** These were told of before, nobody knows any more how; they are gone unless they come. */
  public void toldBefore(Set<String> workflows) {
    workflows.forEach(workflow -> told.put(workflow, List.of()));
    coming = told.size();
  }

  /** The workflows that were told of and are to come. */
  public Set<String> told() {
    return Set.copyOf(told.keySet());
  }

  /** What is to come is news again. */
  public void tellAgain() {
    told.replaceAll((chain, jobs) -> List.of());
  }

  /** How many actions were told of and are to come. */
  public int scheduled() {
    return told.size();
  }

  /** Of those made, the ones that no workflow is followed of; and those still to be made. */
  private Set<Instant> times(CoordinatorStatus status, Instant end, int most) {
    Set<Instant> times = new TreeSet<>();
    for (CoordinatorAction action : status.actions()) {
      boolean isFollowed =
          !action.workflow().isEmpty()
              && Objects.equals(replaced.get(action.id()), action.workflow());
      if (!action.isEnded() && !isFollowed && action.nominal().isBefore(end)) {
        times.add(action.nominal());
      }
    }
    Instant until = status.until().isBefore(end) ? status.until() : end;
    status.firstToMake().ifPresent(next -> times.addAll(served.times(next, until, most)));
    return times.stream().limit(most).collect(TreeSet::new, Set::add, Set::addAll);
  }

  private Chain chain(Instant nominal) {
    return Chain.stated(id + "@" + Times.format(nominal), name);
  }

  private List<Observation> jobs(String user, Instant nominal) {
    List<Job> jobs = UsingJobs.of(served.jobs(nominal));
    List<Observation> coming = new ArrayList<>();
    for (Job job : jobs) {
      Set<String> followers = new LinkedHashSet<>();
      jobs.stream()
          .filter(other -> other.after().contains(job.name()))
          .forEach(other -> followers.add(other.name()));
      Chain chain = chain(nominal);
      coming.add(
          new Observation(
              Origin.SCHEDULED,
              chain.id() + "/" + job.name(),
              user,
              chain,
              job.name(),
              name + "/" + job.name(),
              JobState.RUNNING,
              RunStatus.uses(job),
              followers,
              job.reading()));
    }
    return coming;
  }
}
