/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.Objects;

/**
 * A job's name, unique over all registered workflows.
 *
 * @param workflow the workflow's id
 * @param job the job's name inside it
 */
public record JobId(String workflow, String job) {
  /** Checks that nothing is missing. */
  public JobId {
    Objects.requireNonNull(workflow, "workflow");
    Objects.requireNonNull(job, "job");
  }

  /** As a record's own, which is slow until it is compiled with care. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof JobId that && job.equals(that.job) && workflow.equals(that.workflow));
  }

  @Override
  public int hashCode() {
    return 31 * workflow.hashCode() + job.hashCode();
  }

  /** {@code workflow/job}. */
  @Override
  public String toString() {
    return workflow + "/" + job;
  }
}
