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
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Predicted jobs by what tells them apart, so that many scheduled ones find theirs at once. */
final class PredictedJobs {
  private final Map<DatasetPath, Set<LiveJob>> byData = new HashMap<>();

  PredictedJobs(Collection<LiveJob> predicted) {
    for (LiveJob liveJob : predicted) {
      telling(liveJob.uses())
          .forEach(path -> byData.computeIfAbsent(path, p -> new LinkedHashSet<>()).add(liveJob));
    }
  }

  private static List<DatasetPath> telling(Uses uses) {
    return uses.writes().isEmpty() ? uses.reads() : uses.writes();
  }

  /** Those that the scheduled job must be; each is found once. */
  List<LiveJob> takeThoseOf(Observation scheduled) {
    List<DatasetPath> telling = telling(scheduled.uses());
    Set<LiveJob> candidates =
        telling.isEmpty() ? Set.of() : byData.getOrDefault(telling.get(0), Set.of());
    List<LiveJob> found =
        candidates.stream()
            .filter(liveJob -> liveJob.owner().equals(scheduled.owner()))
            .filter(liveJob -> scheduled.uses().mustBe(liveJob.uses()))
            .toList();
    byData.values().forEach(liveJobs -> liveJobs.removeAll(found));
    return found;
  }
}
