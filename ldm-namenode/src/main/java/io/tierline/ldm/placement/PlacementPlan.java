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
import java.util.stream.IntStream;

/**
 * The media of all replicas of a block, first replica first.
 *
 * @param reusability tasks still to read the block
 * @param slack levels of jobs until the first of them
 * @param replicas one choice per replica
 * @param isDiskAtWriter whether the writer's own node takes a replica that is not on a fast medium,
 *     though there are others that are
 */
public record PlacementPlan(
    int reusability, int slack, List<ReplicaChoice> replicas, boolean isDiskAtWriter) {
  /** Copies the list; the record is immutable. */
  public PlacementPlan {
    replicas = List.copyOf(replicas);
  }

  /** One whose first replica is the writer's. */
  public PlacementPlan(int reusability, int slack, List<ReplicaChoice> replicas) {
    this(reusability, slack, replicas, false);
  }

  /**
   * The medium of a replica, in the order in which nodes are chosen for them.
   *
   * @param place 0 for the writer's own node
   */
  public Medium medium(int place) {
    int exchanged = isDiskAtWriter ? firstOnDisk() : 0;
    if (place == 0) {
      return replicas.get(exchanged).medium();
    }
    return replicas.get(place == exchanged ? 0 : place).medium();
  }

  private int firstOnDisk() {
    int first = 0;
    while (replicas.get(first).medium() != TierSettings.BASE) {
      first++;
    }
    return first;
  }

  /** The media of all replicas, in that order. */
  public List<Medium> media() {
    return IntStream.range(0, replicas.size()).mapToObj(this::medium).toList();
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

  /** How many replicas go to faster media than disk. */
  public int fast() {
    return replicas.size() - count(TierSettings.BASE);
  }

  /** True when every replica goes where the stock policy would put it. */
  public boolean isStock() {
    return count(TierSettings.BASE) == replicas.size();
  }
}
