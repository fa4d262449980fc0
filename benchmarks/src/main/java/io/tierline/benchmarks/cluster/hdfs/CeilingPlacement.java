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
import java.util.List;
import java.util.SplittableRandom;

/**
 * Everything that HDFS holds is on SSD, whatever its size, what was there before too. Only what
 * tasks keep to themselves is on disks.
 */
final class CeilingPlacement extends Placement {
  CeilingPlacement(Cluster cluster, SplittableRandom random) {
    super(cluster, random);
  }

  @Override
  public Block existing(long bytes) {
    List<Replica> replicas =
        super.existing(bytes).replicas().stream()
            .map(replica -> new Replica(replica.node(), Medium.SSD, replica.disk()))
            .toList();
    return new Block(bytes, replicas);
  }

  @Override
  List<Medium> media(Dataset dataset, Node writer, double now) {
    return List.of(Medium.SSD, Medium.SSD, Medium.SSD);
  }
}
