/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs that are to come: those that running jobs name as theirs, and those that came after
 * their like in earlier runs. Not safe for several threads.
 */
final class ExpectedJobs {
  private final LiveJobs jobs;
  private final RunHistory history;
  private final RegisteredJobs registered;

  ExpectedJobs(LiveJobs jobs, RunHistory history, RegisteredJobs registered) {
    this.jobs = jobs;
    this.history = history;
    this.registered = registered;
  }

  /** Makes room in the graph for the jobs that a job says come after it. */
  void announce(LiveJob live, Instant now) throws LineageException {
    LiveChain chain = jobs.chainOf(live);
    for (String follower : live.followers()) {
      if (!chain.liveJobs().containsKey(follower)) {
        LiveJob expected = jobs.add(chain.chain(), follower, live.owner());
        jobs.note(
            expected, expected(Origin.ANNOUNCED, chain, follower, live.owner(), Uses.NONE), now);
      }
      chain.liveJobs().get(follower).after().add(live.id());
    }
  }

  private static Observation expected(
      Origin origin, LiveChain chain, String name, String owner, Uses uses) {
    return new Observation(
        origin, "", owner, chain.chain(), name, name, JobState.RUNNING, uses, Set.of());
  }

  /** Learns from a job what comes after its like, and expects what came after them before. */
  void learn(LiveJob live, Instant now, Set<String> changed) throws LineageException {
    Observation first = live.observations().get(0);
    Optional<Application> application =
        Application.of(live.owner(), first.application(), live.uses());
    if (application.isEmpty()) {
      return;
    }
    if (!application.equals(live.startedAs())) {
      live.startedAs(application.get());
      history.started(application.get(), live.uses());
      if (!live.state().isEnd()) {
        predict(live, application.get(), now, changed);
      }
    }
    if (live.state() == JobState.SUCCEEDED && live.learn()) {
      // What an ad hoc job is called here is of its run alone.
      String lasting = first.chain().isStated() ? live.name() : first.application();
      history.succeeded(application.get(), lasting, live.uses());
    }
  }

  private void predict(LiveJob first, Application application, Instant now, Set<String> changed)
      throws LineageException {
    LiveChain chain = jobs.chainOf(first);
    List<JobId> placed = new ArrayList<>();
    for (RunHistory.Expected next : history.expected(application, first.uses())) {
      JobId producer = next.producer() < 0 ? first.id() : placed.get(next.producer());
      Optional<LiveJob> twin = jobs.find(live -> isAlready(live, next));
      if (twin.isPresent() || registered.byData(first.owner(), next.uses()).isPresent()) {
        placed.add(twin.map(LiveJob::id).orElse(first.id()));
        continue;
      }
      LiveJob live = jobs.add(chain.chain(), next.name(), next.application().owner());
      jobs.note(
          live, expected(Origin.PREDICTED, chain, live.name(), live.owner(), next.uses()), now);
      live.startedAs(next.application());
      live.after().add(producer);
      placed.add(live.id());
      changed.add(live.chain());
    }
  }

  private static boolean isAlready(LiveJob live, RunHistory.Expected next) {
    return Standing.mayBind(live.owner(), next.application().owner())
        && !live.state().isEnd()
        && (next.uses().mustBe(live.uses())
            || (live.startedAs().filter(next.application()::equals).isPresent()
                && live.uses().meets(next.uses())));
  }

  /** With a job that did not come go those that were expected after it alone. */
  void giveUp(LiveJob live, Set<String> changed) {
    if (jobs.at(live.id()) != live) {
      return;
    }
    jobs.remove(live, changed);
    if (live.isExpected()) {
      live.startedAs().ifPresent(history::missed);
      for (LiveJob next : jobs.all(LiveJob::isExpected)) {
        if (next.after().contains(live.id())
            && next.after().stream().allMatch(before -> jobs.at(before) == null)) {
          giveUp(next, changed);
        }
      }
    }
  }
}
