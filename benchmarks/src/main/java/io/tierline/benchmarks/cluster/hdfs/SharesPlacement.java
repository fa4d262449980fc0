/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.ldm.placement.ValueModel;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A given mean number of fast replicas for each dataset, drawn for each block, on disks first from
 * the writer's node on; readers are sent as LDM sends them. Whoever gives the numbers knows all
 * sizes before.
 */
final class SharesPlacement extends LdmPlacement {
  private final SplittableRandom random;
  private final Map<String, Double> fast;

  /**
   * A placement.
   *
   * @param fast mean number of fast replicas of a block, by dataset
   */
  SharesPlacement(
      Cluster cluster, SplittableRandom random, Lineage lineage, Map<String, Double> fast) {
    super(cluster, random, lineage, ValueModel.WORK);
    this.random = random;
    this.fast = fast;
  }

  @Override
  List<Medium> media(Dataset dataset, Node writer, double now) {
    double mean = fast.getOrDefault(dataset.name(), 0.0);
    int count = (int) mean + (random.nextDouble() < mean - (int) mean ? 1 : 0);
    List<Medium> media = new ArrayList<>();
    for (int i = 0; i < REPLICAS; i++) {
      media.add(i < REPLICAS - count ? Medium.DISK : Medium.SSD);
    }
    return media;
  }
}
