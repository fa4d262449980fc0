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

/**
 * Two sources that disagree on one job, or lineage that contradicts what is registered.
 *
 * @param workflow the workflow concerned
 * @param job the job concerned
 * @param owner whose job it is
 * @param believed the origin that was believed
 * @param doubted the origin that was not
 * @param text one line that says what each states
 * @param at when it was first seen
 */
public record Conflict(
    String workflow,
    String job,
    String owner,
    Origin believed,
    Origin doubted,
    String text,
    Instant at) {

  /** Two sources that state different datasets of one job. */
  static Conflict of(
      JobId job,
      String owner,
      Origin believed,
      Uses uses,
      Origin doubted,
      Uses others,
      Instant at) {
    String text = believed + " states " + uses.text() + ", " + doubted + " states " + others.text();
    return new Conflict(job.workflow(), job.job(), owner, believed, doubted, text, at);
  }
}
