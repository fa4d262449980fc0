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
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.LinkedWorkflows;
import io.tierline.ldm.registry.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Jobs of registered workflows that are due and do not come, while others of their workflow do: the
 * registration goes on, and they would be readers for good.
 *
 * <p>A job is due when all that it waits for have ended, in whichever workflow they are, and its
 * start has come if it has one; one that was last seen to run is not missed. Where no job of a
 * workflow was ever seen nothing tells of jobs, and none is missed alone, see {@link
 * RegistrationLife}. Not safe for several threads.
 */
public final class OverdueJobs {
  /**
   * A job that ends by itself if it is not seen.
   *
   * @param since when it was due, or seen since then
   * @param at when it ends
   * @param why for people
   */
  public record Missed(JobId job, Instant since, Instant at, String why) {
    /** This miss, at that moment at the earliest. */
    public Missed notBefore(Instant earliest) {
      return new Missed(job, since, at.isBefore(earliest) ? earliest : at, why);
    }
  }

  private final SeenJobs seen;
  private Map<JobId, Instant> due = new HashMap<>();

  /** Of groups that have not changed since they are not computed anew. */
  private Map<LinkedWorkflows, Set<JobId>> waiting = new IdentityHashMap<>();

  /** None is due yet. */
  public OverdueJobs(SeenJobs seen) {
    this.seen = seen;
  }

  /** All that is due becomes so anew. */
  public void forget() {
    due = new HashMap<>();
  }

  /**
   * Those that are missed now, of some registrations. A job is due from the first call that finds
   * it so, unless it is known from before that it was.
   *
   * @param which the ids of those registrations
   * @param expiry how long a job may be due without being seen; zero for ever
   * @param known since when jobs of a registration were due, by an earlier process's word
   */
  public List<Missed> look(
      LineageView view,
      Predicate<String> which,
      Instant now,
      Duration expiry,
      Function<String, Map<String, Instant>> known) {
    Map<JobId, Instant> before = due;
    Map<LinkedWorkflows, Set<JobId>> waitingBefore = waiting;
    due = new HashMap<>();
    waiting = new IdentityHashMap<>();
    List<Missed> missed = new ArrayList<>();
    if (expiry.isZero()) {
      return missed;
    }
    for (LinkedWorkflows group : view.groups()) {
      List<Registration> followed =
          group.members().values().stream()
              .filter(each -> which.test(each.workflow().id()))
              .filter(each -> isFollowed(each) || !known.apply(each.workflow().id()).isEmpty())
              .toList();
      if (!followed.isEmpty()) {
        Set<JobId> same = waitingBefore.get(group);
        waiting.put(group, same == null ? waiting(group) : same);
      }
      for (Registration registration : followed) {
        Map<String, Instant> earlier = known.apply(registration.workflow().id());
        for (JobId job : dueIn(registration, waiting.get(group), now)) {
          Instant found = before.getOrDefault(job, earlier.getOrDefault(job.job(), now));
          Instant since = found.isAfter(now) ? now : found;
          due.put(job, since);
          Instant from = seen.at(job).filter(since::isBefore).orElse(since);
          missed.add(new Missed(job, from, from.plus(expiry), "due, and not seen since " + from));
        }
      }
    }
    return missed;
  }

  private List<JobId> dueIn(Registration registration, Set<JobId> waiting, Instant now) {
    Set<String> past = RegistrationLife.past(registration);
    String id = registration.workflow().id();
    return registration.workflow().jobs().stream()
        .filter(job -> !past.contains(job.name()))
        .filter(job -> job.start().filter(now::isBefore).isEmpty())
        .map(job -> new JobId(id, job.name()))
        .filter(job -> !waiting.contains(job) && !seen.isRunning(job))
        .toList();
  }

  private boolean isFollowed(Registration registration) {
    String id = registration.workflow().id();
    return registration.workflow().jobs().stream()
        .anyMatch(job -> seen.contains(new JobId(id, job.name())));
  }

  /** The jobs that wait for another that is still to end, be it of another workflow. */
  private static Set<JobId> waiting(LinkedWorkflows group) {
    Set<JobId> past = new HashSet<>();
    group
        .members()
        .forEach(
            (id, each) -> RegistrationLife.past(each).forEach(job -> past.add(new JobId(id, job))));
    Set<JobId> waiting = new HashSet<>();
    for (TaskGraph.Edge edge : group.tasks().edges()) {
      if (!past.contains(edge.from())) {
        waiting.add(edge.to());
      }
    }
    return waiting;
  }
}
