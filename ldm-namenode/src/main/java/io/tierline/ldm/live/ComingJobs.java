/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How many scheduled jobs there are, of each user and of all, and what they take of the heap. */
final class ComingJobs {
  /** Those of some. */
  record Sum(int jobs, long memory) {
    private static final Sum NONE = new Sum(0, 0);

    private Sum with(LiveJob liveJob) {
      return new Sum(jobs + 1, memory + liveJob.memory());
    }
  }

  private final Map<String, Sum> byOwner = new HashMap<>();
  private Sum all = Sum.NONE;

  ComingJobs(Collection<LiveJob> scheduled) {
    scheduled.forEach(this::add);
  }

  void add(LiveJob liveJob) {
    all = all.with(liveJob);
    byOwner.put(liveJob.owner(), of(liveJob.owner()).with(liveJob));
  }

  Sum all() {
    return all;
  }

  Sum of(String owner) {
    return byOwner.getOrDefault(owner, Sum.NONE);
  }
}
