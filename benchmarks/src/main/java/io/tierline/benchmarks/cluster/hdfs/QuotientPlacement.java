/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.Tier;
import io.tierline.ldm.rating.LineageQuotient;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The source's algorithms 4 and 5: a fast replica for each quotient that reaches the threshold. */
final class QuotientPlacement extends LdmPlacement {
  QuotientPlacement(Cluster cluster, SplittableRandom random, Lineage lineage) {
    super(cluster, random, lineage);
  }

  @Override
  List<Medium> planned(Vertex vertex, Place writer, GlobalStorageTable current) {
    double threshold =
        current.tiers().stream()
            .filter(tier -> tier.medium() == Medium.SSD)
            .mapToDouble(Tier::threshold)
            .findFirst()
            .orElse(1);
    List<Medium> media = new ArrayList<>();
    for (int i = 0; i < REPLICAS; i++) {
      double quotient = LineageQuotient.of(Math.max(vertex.reusability() - i, 0), vertex.slack());
      media.add(quotient > 0 && quotient >= threshold ? Medium.SSD : Medium.DISK);
    }
    return media;
  }
}
