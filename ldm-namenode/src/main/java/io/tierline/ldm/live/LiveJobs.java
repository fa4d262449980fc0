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
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The live jobs that there are, by their chains and by their runs. Not safe for several threads.
 */
final class LiveJobs {
  private final Map<String, LiveChain> chains = new LinkedHashMap<>();
  private final Map<String, LiveJob> byRun = new HashMap<>();
  private final LiveAccounts accounts;
  private final SeenJobs seenJobs;

  /** Creates it empty; accounts and what was seen follow what comes and goes. */
  LiveJobs(LiveAccounts accounts, SeenJobs seenJobs) {
    this.accounts = accounts;
    this.seenJobs = seenJobs;
  }

  /** All chains by their ids, as they are at any time. */
  Map<String, LiveChain> chains() {
    return chains;
  }

  LiveChain chainOf(LiveJob live) {
    return chains.get(live.chain());
  }

  /** The job of a run, or null. */
  LiveJob ofRun(String run) {
    return byRun.get(run);
  }

  /** The job, or null. */
  LiveJob at(JobId job) {
    LiveChain chain = chains.get(job.workflow());
    return chain == null ? null : chain.liveJobs().get(job.job());
  }

  List<LiveJob> all(Predicate<LiveJob> filter) {
    return chains.values().stream().flatMap(chain -> chain.jobs().stream()).filter(filter).toList();
  }

  Optional<LiveJob> find(Predicate<LiveJob> filter) {
    return all(filter).stream().findFirst();
  }

  /**
   * Makes one, by that name or the next free one.
   *
   * @throws LineageException when there is no room for it
   */
  LiveJob add(Chain in, String name, String owner) throws LineageException {
    LiveChain known = chains.get(in.id());
    accounts.requireRoomForJob(owner, known == null ? 0 : known.liveJobs().size());
    LiveChain chain = chains.computeIfAbsent(in.id(), id -> new LiveChain(in, owner));
    LiveJob live = new LiveJob(new JobId(in.id(), chain.free(name)), owner);
    chain.liveJobs().put(live.name(), live);
    accounts.came(live);
    return live;
  }

  /** Notes what was seen of a job. */
  void note(LiveJob live, Observation seen, Instant now) {
    accounts.changed(live, () -> live.observed(seen, now));
    // That another job names it is no sign of it.
    if (seen.origin() != Origin.ANNOUNCED) {
      seenJobs.saw(live.id(), seen.state(), now);
    }
  }

  /** Has the job found by its runs from now on. */
  void index(LiveJob live) {
    live.runs().forEach(run -> byRun.put(run, live));
  }

  /** Lets go of a job, if there is one; its chain has changed then. */
  void remove(LiveJob live, Set<String> changed) {
    if (live != null) {
      chainOf(live).liveJobs().remove(live.name());
      forget(live);
      changed.add(live.chain());
    }
  }

  /** Lets go of a chain with all its jobs; null when there is no such chain. */
  LiveChain takeOut(String id) {
    LiveChain chain = chains.remove(id);
    if (chain != null) {
      chain.jobs().forEach(this::forget);
    }
    return chain;
  }

  private void forget(LiveJob live) {
    live.runs().forEach(byRun::remove);
    accounts.left(live);
    seenJobs.forget(live.id());
  }
}
