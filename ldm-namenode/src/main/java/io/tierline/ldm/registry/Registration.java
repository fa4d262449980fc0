/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.util.Optional;
import java.util.Set;

/**
 * A registered workflow.
 *
 * @param workflow its lineage
 * @param owner the user who registered it
 * @param finished names of its jobs that have ended
 */
public record Registration(Workflow workflow, String owner, Set<String> finished) {
  /** Copies the set; the record is immutable. */
  public Registration {
    finished = Set.copyOf(finished);
  }

  /** The job of that name, if the workflow has one. */
  public Optional<Job> job(String name) {
    return workflow.jobs().stream().filter(job -> job.name().equals(name)).findFirst();
  }
}
