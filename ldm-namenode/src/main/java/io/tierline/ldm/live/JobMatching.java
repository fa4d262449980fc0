/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.Standing;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which of the live jobs an observation is about that no run tells: the one of its workflow and
 * name, else one that another source has seen write the same. In the place of predictions that it
 * makes true, and of what it overwrites, it comes itself.
 */
final class JobMatching {
  private final LiveJobs jobs;

  JobMatching(LiveJobs jobs) {
    this.jobs = jobs;
  }

  /**
   * The job that was seen, a new one where none is known; takes out those in whose place it comes.
   *
   * @param changed is told the workflows of what was taken out
   */
  LiveJob jobFor(Observation seen, Set<String> changed) throws LineageException {
    LiveChain chain = jobs.chains().get(seen.chain().id());
    LiveJob named = chain == null ? null : chain.liveJobs().get(seen.job());
    boolean isNamed = named != null && seen.chain().isStated() && named.mayBe(seen);
    LiveJob found = isNamed ? named : seenElsewhere(seen);
    for (LiveJob stale : outdatedBy(seen, found)) {
      jobs.remove(stale, changed);
    }
    if (found == null) {
      scheduledAs(seen).ifPresent(live -> jobs.remove(live, changed));
    }
    return found != null ? found : jobs.add(seen.chain(), seen.job(), seen.owner());
  }

  private LiveJob seenElsewhere(Observation seen) {
    return jobs.find(
            live ->
                live.owner().equals(seen.owner())
                    && !live.isExpected()
                    && !live.state().isEnd()
                    && live.observations().stream()
                        .noneMatch(other -> other.origin() == seen.origin())
                    && seen.uses().mustBe(live.uses()))
        .orElse(null);
  }

  /**
   * The scheduled job that one is which was seen before the schedule's server tells that it runs:
   * the only one that writes the same. Where several write one place in turn, nothing tells.
   */
  private Optional<LiveJob> scheduledAs(Observation seen) {
    boolean tells = seen.origin() != Origin.OOZIE && !seen.uses().writes().isEmpty();
    List<LiveJob> due =
        tells
            ? jobs.all(
                live ->
                    live.origin() == Origin.SCHEDULED
                        && live.owner().equals(seen.owner())
                        && seen.uses().mustBe(live.uses()))
            : List.of();
    return due.size() == 1 ? Optional.of(due.get(0)) : Optional.empty();
  }

  /** Predictions that have come true, and ended jobs whose output is written anew. */
  private List<LiveJob> outdatedBy(Observation seen, LiveJob itself) {
    Optional<Application> application =
        Application.of(seen.owner(), seen.application(), seen.uses());
    return jobs.all(
        live ->
            live != itself
                && Standing.mayBind(seen.owner(), live.owner())
                && live.origin() != Origin.SCHEDULED
                && (live.isExpected()
                    ? seen.uses().mustBe(live.uses())
                        || (application.isPresent()
                            && application.equals(live.startedAs())
                            && seen.uses().meets(live.uses()))
                    : live.state().isEnd() && seen.uses().overwrites(live.uses())));
  }
}
