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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which expected jobs still have a reason to come. */
final class AwaitedJobs {
  private AwaitedJobs() {}

  /**
   * The announced and predicted jobs that come after one that runs or is scheduled, at once or by
   * way of others such. Jobs that are only expected after each other have nothing to wait for, and
   * a scheduled one goes by its own time.
   */
  static Set<LiveJob> among(Collection<LiveJob> liveJobs) {
    Map<JobId, List<LiveJob>> nextTo = new HashMap<>();
    Deque<LiveJob> open = new ArrayDeque<>();
    for (LiveJob liveJob : liveJobs) {
      if (liveJob.isExpected() && liveJob.origin() != Origin.SCHEDULED) {
        liveJob
            .after()
            .forEach(
                before -> nextTo.computeIfAbsent(before, id -> new ArrayList<>()).add(liveJob));
      } else if (!liveJob.state().isEnd()) {
        open.add(liveJob);
      }
    }
    Set<LiveJob> awaited = new HashSet<>();
    while (!open.isEmpty()) {
      for (LiveJob next : nextTo.getOrDefault(open.remove().id(), List.of())) {
        if (awaited.add(next)) {
          open.add(next);
        }
      }
    }
    return awaited;
  }
}
