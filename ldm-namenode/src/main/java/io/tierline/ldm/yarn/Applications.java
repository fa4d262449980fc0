/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.Submission;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** The applications of a ResourceManager. */
interface Applications {
  /**
   * A MapReduce application.
   *
   * @param submission what YARN knows of it
   * @param jobXml where its configuration lies, if it says
   */
  record MapReduce(Submission submission, Optional<Path> jobXml) {}

  /** The application, if it is here and of MapReduce. */
  Optional<MapReduce> find(String id);

  /** How far it is; empty when it is not here any more. */
  Optional<JobState> state(String id);

  /** True when the ResourceManager has stopped, or works with another context by now. */
  boolean isOver();
}
