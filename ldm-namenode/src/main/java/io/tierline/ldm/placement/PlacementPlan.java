/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.Medium;
import java.util.List;

/**
 * The media of all replicas of a block, first replica first.
 *
 * @param reusability tasks still to read the block
 * @param slack levels of jobs until the first of them
 * @param replicas one choice per replica
 */
public record PlacementPlan(int reusability, int slack, List<ReplicaChoice> replicas) {
  /** Copies the list; the record is immutable. */
  public PlacementPlan {
    replicas = List.copyOf(replicas);
  }

  /** How many replicas go to the medium. */
  public int count(Medium medium) {
    int count = 0;
    for (ReplicaChoice replica : replicas) {
      if (replica.medium() == medium) {
        count++;
      }
    }
    return count;
  }

  /** How many of those do so for their readers, not only to spare a disk the writing. */
  public int claimed(Medium medium) {
    int count = 0;
    for (ReplicaChoice replica : replicas) {
      if (replica.medium() == medium && replica.quotient() > 0) {
        count++;
      }
    }
    return count;
  }

  /** Replicas on faster media than disk that only spare a disk the writing. */
  public int spared() {
    int spared = 0;
    for (ReplicaChoice replica : replicas) {
      if (replica.medium() != TierSettings.BASE && replica.quotient() == 0) {
        spared++;
      }
    }
    return spared;
  }

  /** True when every replica goes where the stock policy would put it. */
  public boolean isStock() {
    return count(TierSettings.BASE) == replicas.size();
  }
}
