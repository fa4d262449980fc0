/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What lies behind the end of the time that is planned for. A reading there is not counted in R, so
 * that a dataset may seem to be read less often than it is.
 */
final class Horizon {
  /** Actions of one coordinator that are looked at; those that read far back come late. */
  private static final int ACTIONS_MAX = 100;

  /** Uses of one coordinator's actions after which no further action is looked at. */
  private static final int USES_OF_ONE_MAX = 1_000;

  /** Uses of all coordinators' actions after which none is looked at. */
  private static final int USES_MAX = 100_000;

  private final Set<DatasetPath> written = new HashSet<>();
  private int left = USES_MAX;

  /** Takes in what the planned workflows write. */
  Horizon(List<Workflow> planned) {
    planned.forEach(workflow -> workflow.jobs().forEach(job -> written.addAll(job.writes())));
  }

  /**
   * Tells of the first action behind the horizon that reads what is planned to be written.
   *
   * @param coordinator whose schedule is known
   * @param from the time from which its actions are not planned
   */
  Optional<Finding> cuts(Coordinator coordinator, Instant from) {
    Schedule schedule = coordinator.schedule().orElseThrow();
    int most = Math.max(0, left - USES_OF_ONE_MAX);
    for (Instant time : schedule.times(from, schedule.end(), left > 0 ? ACTIONS_MAX : 0)) {
      List<DatasetUse> uses = coordinator.uses(time);
      for (DatasetUse use : uses) {
        if (use.access() == Access.READ && written.contains(use.dataset())) {
          return Optional.of(finding(coordinator, time, use.dataset()));
        }
      }
      left -= uses.size() + 1;
      if (left <= most) {
        break;
      }
    }
    return Optional.empty();
  }

  private static Finding finding(Coordinator coordinator, Instant time, DatasetPath dataset) {
    return new Finding(
        coordinator.name() + "@" + Times.format(time),
        coordinator.definition().file(),
        1,
        "it reads %s after the time that is planned for: R does not count it".formatted(dataset));
  }
}
