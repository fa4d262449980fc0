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
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.registry.WorkflowIds;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** The ids that live workflows go by: each user has his own. Guarded by the lock of the chains. */
final class ChainIds {
  private final LineageRegistry registry;
  private final RegisteredJobs registered;
  private final Map<String, LiveChain> chains;
  private final ConflictLog conflicts;

  ChainIds(
      LineageRegistry registry,
      RegisteredJobs registered,
      Map<String, LiveChain> chains,
      ConflictLog conflicts) {
    this.registry = registry;
    this.registered = registered;
    this.chains = chains;
    this.conflicts = conflicts;
  }

  /** The id that a user's workflow goes by, or would. */
  String of(String owner, String id) {
    return WorkflowIds.kept(this::ownerOf, owner, id);
  }

  private String ownerOf(String id) {
    LiveChain chain = chains.get(id);
    if (chain != null) {
      return chain.owner();
    }
    Registration registration = registry.view().registrations().get(id);
    return registration == null ? null : registration.owner();
  }

  /** The run in the workflow it goes into; one that is registered without its job is not joined. */
  Observation claimed(Observation seen, Instant now) throws LineageException {
    String id = of(seen.owner(), seen.chain().id());
    if (!registered.claims(id)) {
      return seen.in(seen.chain().as(id));
    }
    Chain other = Chain.adHoc(WorkflowIds.qualified(seen.owner(), id));
    if (registered.claims(other.id())) {
      throw new LineageException(
          "workflow '" + id + "' is registered without '" + seen.job() + "'");
    }
    conflicts.add(
        new Conflict(
            id,
            seen.job(),
            seen.owner(),
            Origin.REGISTERED,
            seen.origin(),
            "workflow '" + id + "' has no job '" + seen.job() + "'",
            now));
    return seen.in(other);
  }

  /** Whether the job is in a workflow of one of these ids, whichever user's. */
  static boolean isIn(LiveJob liveJob, Set<String> workflows) {
    return workflows.contains(liveJob.chain())
        || workflows.contains(WorkflowIds.called(liveJob.chain(), liveJob.owner()));
  }
}
