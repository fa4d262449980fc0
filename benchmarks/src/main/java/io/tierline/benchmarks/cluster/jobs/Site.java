/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.flow.Flows;
import io.tierline.benchmarks.cluster.hdfs.Cluster;
import io.tierline.benchmarks.cluster.hdfs.Dataset;
import io.tierline.benchmarks.cluster.hdfs.Placement;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** What all jobs of a simulation share. */
record Site(
    Flows flows,
    Cluster cluster,
    Placement placement,
    Traffic traffic,
    SplittableRandom random,
    Map<String, Dataset> datasets,
    Hosting hosting) {
  /** Tasks of one job take up to a tenth more or less of the processor than others. */
  private static final double JITTER = 0.1;

  Site(
      Flows flows, Cluster cluster, Placement placement, SplittableRandom random, Hosting hosting) {
    this(flows, cluster, placement, new Traffic(), random, new HashMap<>(), hosting);
  }

  Dataset dataset(String name) {
    Dataset dataset = datasets.computeIfAbsent(name, Dataset::new);
    placement.knows(dataset);
    return dataset;
  }

  double jitter() {
    return 1 - JITTER + 2 * JITTER * random.nextDouble();
  }
}
