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
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.registry.Standing;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the job that somebody registered for a run that a source has seen. */
final class RegisteredJobs {
  private final LineageRegistry registry;
  private final Predicate<String> isLive;

  /**
   * Creates the finder.
   *
   * @param isLive tells the workflows that are not registered by anybody
   */
  RegisteredJobs(LineageRegistry registry, Predicate<String> isLive) {
    this.registry = registry;
    this.isLive = isLive;
  }

  /** True when somebody has registered a workflow of that id. */
  boolean claims(String workflow) {
    return registry.view().registrations().containsKey(workflow) && !isLive.test(workflow);
  }

  /**
   * The registered job: by name where the run says its workflow, else by what it writes.
   *
   * @param workflow the id that the run's workflow goes by, if its user has one of that name
   */
  Optional<JobId> twin(Observation seen, String workflow) {
    JobId named = new JobId(workflow, seen.job());
    Registration registration = registry.view().registrations().get(workflow);
    boolean byName =
        claims(workflow)
            && Standing.mayBind(seen.owner(), registration.owner())
            && registration.job(named.job()).isPresent();
    return byName ? Optional.of(named) : byData(seen.owner(), seen.uses());
  }

  /**
   * The registered job of that user that writes all of these, or that reads just these, writes
   * nothing and has not ended. Only workflows that name one of the datasets are looked at, so this
   * costs what those cost, however much is registered.
   */
  Optional<JobId> byData(String owner, Uses uses) {
    boolean writes = !uses.writes().isEmpty();
    List<DatasetPath> datasets = writes ? uses.writes() : uses.reads();
    if (datasets.isEmpty()) {
      return Optional.empty();
    }
    // The job names all of them, so those that name the first are enough.
    for (Registration registration : registry.naming(datasets.get(0))) {
      String workflow = registration.workflow().id();
      if (claims(workflow) && Standing.mayBind(owner, registration.owner())) {
        for (Job job : registration.workflow().jobs()) {
          boolean comes =
              writes || (!job.onError() && !registration.finished().contains(job.name()));
          if (comes && uses.mustBe(uses(job))) {
            return Optional.of(new JobId(workflow, job.name()));
          }
        }
      }
    }
    return Optional.empty();
  }

  Uses usesOf(JobId id) {
    return uses(registry.view().registrations().get(id.workflow()).job(id.job()).orElseThrow());
  }

  private static Uses uses(Job job) {
    return new Uses(job.reads(), job.writes(), job.renames());
  }
}
