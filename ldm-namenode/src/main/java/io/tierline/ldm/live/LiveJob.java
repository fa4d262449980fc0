/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.Reading;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One job of a live chain: what each source says of its latest run. */
final class LiveJob {
  /** Earlier runs whose late events are still recognised, so that they change nothing. */
  private static final int PAST_RUNS = 8;

  private static final int JOB_BYTES = 2_000;

  private final JobId id;
  private final String owner;
  private final Map<Origin, Observation> observations = new EnumMap<>(Origin.class);
  private final Set<String> runs = new LinkedHashSet<>();
  private final Set<JobId> after = new HashSet<>();
  private Application startedAs;

  /** Asked for with every observation of every job; null when it is to be found anew. */
  private Uses uses;

  private boolean isLearned;
  private Instant at;

  LiveJob(JobId id, String owner) {
    this.id = id;
    this.owner = owner;
  }

  String chain() {
    return id.workflow();
  }

  String name() {
    return id.job();
  }

  String owner() {
    return owner;
  }

  /** When it was last observed. */
  Instant at() {
    return at;
  }

  void touch(Instant now) {
    at = now;
  }

  JobId id() {
    return id;
  }

  /** The jobs that it is expected after, some of them in other chains. */
  Set<JobId> after() {
    return after;
  }

  /** Runs by which it is found. */
  Set<String> runs() {
    return runs;
  }

  Optional<Application> startedAs() {
    return Optional.ofNullable(startedAs);
  }

  void startedAs(Application application) {
    startedAs = application;
    isLearned = false;
  }

  /** It is the other one in another place: what follows from its run has been done. */
  void takeOver(LiveJob other) {
    startedAs = other.startedAs;
    isLearned = other.isLearned;
  }

  /** True the first time. */
  boolean learn() {
    boolean first = !isLearned;
    isLearned = true;
    return first;
  }

  /**
   * Takes in an observation. Those of one run add up, in whatever order they come; a new run takes
   * the place of the one before, and of what was only expected.
   */
  void observed(Observation seen, Instant now) {
    Observation before = observations.get(seen.origin());
    boolean known = before != null && before.run().equals(seen.run());
    uses = null;
    if (!known && runs.contains(seen.key())) {
      return;
    }
    if (known) {
      observations.put(seen.origin(), merged(before, seen));
    } else {
      startedAs = null;
      observations.keySet().removeIf(Origin::isExpected);
      observations.values().removeIf(other -> other.state().isEnd());
      observations.put(seen.origin(), seen);
      remember(seen);
    }
    at = now;
  }

  /** The run was put here before its source knew where it belongs. */
  boolean isMovedBy(Observation seen) {
    Observation before = observations.get(seen.origin());
    return observations.size() == 1
        && before != null
        && before.run().equals(seen.run())
        && !(before.chain().equals(seen.chain()) && before.job().equals(seen.job()));
  }

  /** False when another run of the job is under way that is not the same work. */
  boolean mayBe(Observation seen) {
    Observation before = observations.get(seen.origin());
    return before == null || before.state().isEnd() || seen.uses().mustBe(before.uses());
  }

  private void remember(Observation seen) {
    if (!seen.origin().isExpected()) {
      runs.add(seen.key());
      if (runs.size() > PAST_RUNS) {
        runs.remove(runs.iterator().next());
      }
    }
  }

  private static Observation merged(Observation before, Observation seen) {
    Set<String> followers = new HashSet<>(before.followers());
    followers.addAll(seen.followers());
    return new Observation(
        seen.origin(),
        seen.run(),
        seen.owner(),
        seen.chain(),
        seen.job(),
        seen.application(),
        before.state().and(seen.state()),
        seen.uses().isEmpty() ? before.uses() : seen.uses(),
        followers,
        seen.reading());
  }

  /** Ends it by somebody's word. */
  void end() {
    observations.replaceAll(
        (origin, seen) ->
            new Observation(
                origin,
                seen.run(),
                seen.owner(),
                seen.chain(),
                seen.job(),
                seen.application(),
                JobState.SUCCEEDED,
                seen.uses(),
                seen.followers(),
                seen.reading()));
  }

  /** What the sources say, the most specific first. */
  List<Observation> observations() {
    return List.copyOf(observations.values());
  }

  /** The source that is believed first. */
  Origin origin() {
    return observations.keySet().iterator().next();
  }

  boolean isExpected() {
    return origin().isExpected();
  }

  JobState state() {
    return observations.values().stream()
        .map(Observation::state)
        .reduce(JobState.RUNNING, JobState::and);
  }

  /** Reads and writes, each from the most specific source that states any. */
  Uses uses() {
    if (uses == null) {
      uses = stated();
    }
    return uses;
  }

  private Uses stated() {
    return new Uses(
        stated(Uses::reads),
        stated(Uses::writes),
        observations.values().stream()
            .map(seen -> seen.uses().renames())
            .filter(renames -> !renames.isEmpty())
            .findFirst()
            .orElse(List.of()));
  }

  private List<DatasetPath> stated(Function<Uses, List<DatasetPath>> part) {
    return observations.values().stream()
        .map(seen -> part.apply(seen.uses()))
        .filter(paths -> !paths.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /**
   * When it is to read its inputs: the time as the source that is believed first knows it, and
   * until when by the word of all.
   */
  Reading reading() {
    Set<String> until = new HashSet<>();
    observations.values().forEach(seen -> until.addAll(seen.reading().until()));
    return observations.values().iterator().next().reading().until(until);
  }

  /** What it takes of the heap, with what is published of it; an estimate in bytes. */
  long memory() {
    long bytes = JOB_BYTES;
    for (Observation seen : observations.values()) {
      bytes += seen.memory();
    }
    return bytes;
  }

  /** False when with it no more is known of the job than before: so its end has room always. */
  boolean takesMoreFor(Observation seen) {
    Observation known = observations.get(seen.origin());
    if (known == null) {
      return true;
    }
    Observation then = known.run().equals(seen.run()) ? merged(known, seen) : seen;
    return then.memory() > known.memory();
  }

  /** How many datasets it keeps in memory. */
  int datasets() {
    return observations.values().stream().mapToInt(seen -> seen.uses().size()).sum();
  }

  /** Names of the jobs that are said to come directly after it. */
  Set<String> followers() {
    Set<String> all = new HashSet<>();
    observations.values().forEach(seen -> all.addAll(seen.followers()));
    return all;
  }
}
