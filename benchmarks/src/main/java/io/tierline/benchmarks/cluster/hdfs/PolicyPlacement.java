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
import java.util.function.Predicate;

/** A storage policy of HDFS on directories: first come, and what is full takes no more. */
final class PolicyPlacement extends Placement {
  private final List<Medium> media = new ArrayList<>();
  private final Predicate<Dataset> holds;

  /**
   * A policy.
   *
   * @param fast replicas that it wants on SSD
   */
  PolicyPlacement(Cluster cluster, SplittableRandom random, int fast) {
    this(cluster, random, fast, dataset -> true);
  }

  /**
   * The same on some directories.
   *
   * @param holds for which data; the others lie on disks
   */
  PolicyPlacement(Cluster cluster, SplittableRandom random, int fast, Predicate<Dataset> holds) {
    super(cluster, random);
    this.holds = holds;
    for (int i = 0; i < REPLICAS; i++) {
      media.add(i < fast ? Medium.SSD : Medium.DISK);
    }
  }

  @Override
  List<Medium> media(Dataset dataset, Node writer, double now) {
    return holds.test(dataset) ? media : ON_DISKS;
  }
}
