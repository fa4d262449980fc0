/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What is known of the jobs of an Oozie server, for people to look at. One thread writes it, any
 * may read it. It holds no more than is followed.
 */
public final class OozieBoard {
  private final Map<String, FollowedJob> jobs = new ConcurrentSkipListMap<>();

  /** Takes in how a job stands now. */
  public void put(FollowedJob job) {
    jobs.put(job.id(), job);
  }

  /** Forgets the jobs of a kind that are not among these. */
  public void retain(Kind kind, Collection<String> ids) {
    jobs.values().removeIf(job -> job.kind() == kind && !ids.contains(job.id()));
  }

  /** All of them, by their ids. */
  public List<FollowedJob> jobs() {
    return List.copyOf(jobs.values());
  }
}
