/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.limits;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which of a dataset's readers count. Nobody has to run the jobs that he registers, so there are
 * limits, and a narrower one for readers that were never seen to run.
 *
 * @param limits of a user; never waits
 * @param isSeen whether a source has seen that job; takes no lock
 */
public record BelievedReaders(Function<String, UserLimits> limits, Predicate<JobId> isSeen) {
  /** For an advisor that nobody has told of limits. */
  public static final BelievedReaders ALL =
      new BelievedReaders(user -> UserLimits.NONE, reader -> false);

  /** What a user states of a dataset, with no more readers than count for him. */
  public Vertex of(String user, Vertex stated) {
    UserLimits most = limits.apply(user);
    return stated.believing(
        atMost(most.of(Limit.READERS)), atMost(most.of(Limit.UNSEEN_READERS)), isSeen);
  }

  private static int atMost(long most) {
    return (int) Math.min(Integer.MAX_VALUE, most);
  }

  /** Readers that were never seen. */
  public long unseen(Vertex stated) {
    return stated.readers().stream().filter(isSeen.negate()).count();
  }
}
