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
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Which jobs a source has seen, when last and in which state: registered ones for as long as their
 * workflow is registered, live ones for as long as they are known. Asked without a lock. Known in
 * memory only: a NameNode that has just become active has seen nobody yet.
 */
public final class SeenJobs {
  private record Sight(Instant at, JobState state) {}

  private final Map<JobId, Sight> last = new ConcurrentHashMap<>();

  /** True when the job was seen. */
  public boolean contains(JobId job) {
    return last.containsKey(job);
  }

  /** When it was seen last. */
  Optional<Instant> at(JobId job) {
    return Optional.ofNullable(last.get(job)).map(Sight::at);
  }

  /** True when it was running then, in this term: nobody has told of its end. */
  boolean isRunning(JobId job) {
    Sight sight = last.get(job);
    return sight != null && !sight.state().isEnd();
  }

  void saw(JobId job, JobState state, Instant when) {
    last.put(job, new Sight(when, state));
  }

  /**
   * Another NameNode may have been the active one meanwhile: nobody here knows whether those that
   * ran then run still. Times stay, for they are true.
   */
  void newTerm() {
    last.replaceAll(
        (job, sight) -> sight.state().isEnd() ? sight : new Sight(sight.at(), JobState.FAILED));
  }

  void forget(JobId job) {
    last.remove(job);
  }

  /** Forgets the jobs of all other workflows. */
  void keepOnly(Predicate<String> workflows) {
    last.keySet().removeIf(job -> !workflows.test(job.workflow()));
  }
}
