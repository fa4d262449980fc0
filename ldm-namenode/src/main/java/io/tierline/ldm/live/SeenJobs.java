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
 * Which jobs a source has seen, and when last: registered ones for as long as their workflow is
 * registered, live ones for as long as they are known. Asked without a lock. Known in memory only:
 * a NameNode that has just become active has seen nobody yet.
 */
public final class SeenJobs {
  private final Map<JobId, Instant> last = new ConcurrentHashMap<>();

  /** True when the job was seen. */
  public boolean contains(JobId job) {
    return last.containsKey(job);
  }

  /** When it was seen last. */
  Optional<Instant> at(JobId job) {
    return Optional.ofNullable(last.get(job));
  }

  void saw(JobId job, Instant when) {
    last.put(job, when);
  }

  void forget(JobId job) {
    last.remove(job);
  }

  /** Forgets the jobs of all other workflows. */
  void keepOnly(Predicate<String> workflows) {
    last.keySet().removeIf(job -> !workflows.test(job.workflow()));
  }
}
