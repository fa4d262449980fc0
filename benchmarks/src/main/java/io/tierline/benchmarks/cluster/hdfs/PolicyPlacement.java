/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A storage policy of HDFS on every directory: first come, and what is full takes no more. */
final class PolicyPlacement extends Placement {
  private final List<Medium> media = new ArrayList<>();

  /**
   * A policy.
   *
   * @param fast replicas that it wants on SSD
   */
  PolicyPlacement(Cluster cluster, SplittableRandom random, int fast) {
    super(cluster, random);
    for (int i = 0; i < REPLICAS; i++) {
      media.add(i < fast ? Medium.SSD : Medium.DISK);
    }
  }

  @Override
  List<Medium> media(Dataset dataset, Node writer, double now) {
    return media;
  }
}
