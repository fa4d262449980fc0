/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.foresight;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.live.RunText;

/**
 * Which job of which workflow writes what, the same in every run: names and paths have the parts
 * taken out that differ from run to run.
 *
 * @param user whose job it is
 * @param job the pattern of the workflow's name and of the job's in it
 * @param dataset the pattern of what it writes
 */
public record OutputOrigin(String user, String job, String dataset) {
  /**
   * Of one run.
   *
   * @param workflow the workflow's name
   * @param job the job's name in it
   */
  public static OutputOrigin of(String user, String workflow, String job, DatasetPath dataset) {
    return new OutputOrigin(
        user,
        RunText.of(workflow).pattern() + "/" + RunText.of(job).pattern(),
        RunText.of(dataset.toString()).pattern());
  }

  /** Characters of all its parts. */
  int length() {
    return user.length() + job.length() + dataset.length();
  }
}
