/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static io.tierline.ldm.placement.Clusters.nodes;
import static io.tierline.ldm.placement.Clusters.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.rating.Medium;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class PlacementProperties {
  @Property
  void emptyTierTakesAsManyReplicasAsThereAreReadersAndNodes(
      @ForAll @IntRange(min = 0, max = 8) int reusability,
      @ForAll @IntRange(min = 0, max = 20) int slack,
      @ForAll @IntRange(min = 1, max = 5) int replicas,
      @ForAll @IntRange(min = 1, max = 10) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int racks,
      @ForAll @IntRange(min = 0, max = 10) int withSsd) {
    int flash = Math.min(nodes, withSsd);
    GlobalStorageTable table = table(nodes(nodes, racks, flash, 0));
    PlacementPlan plan =
        PlacementPlanner.plan(reusability, slack, replicas, new Place("n0", "/r0"), table);
    assertThat(plan.replicas()).hasSize(replicas);
    assertThat(plan.count(Medium.SSD)).isEqualTo(Math.min(Math.min(reusability, replicas), flash));
    assertThat(plan.count(Medium.SSD) + plan.count(Medium.DISK)).isEqualTo(replicas);
  }

  @Property
  void fullerTierNeverTakesMore(
      @ForAll @IntRange(min = 0, max = 8) int reusability,
      @ForAll @IntRange(min = 0, max = 4) int slack,
      @ForAll @DoubleRange(min = 0, max = 1) double one,
      @ForAll @DoubleRange(min = 0, max = 1) double other) {
    int emptier = fast(reusability, slack, Math.min(one, other));
    int fuller = fast(reusability, slack, Math.max(one, other));
    assertThat(fuller).isLessThanOrEqualTo(emptier);
  }

  @Property
  void moreReadersNeverMeanFewerFastReplicas(
      @ForAll @IntRange(min = 0, max = 8) int reusability,
      @ForAll @IntRange(min = 0, max = 4) int slack,
      @ForAll @DoubleRange(min = 0, max = 1) double fill) {
    assertThat(fast(reusability + 1, slack, fill))
        .isGreaterThanOrEqualTo(fast(reusability, slack, fill));
  }

  private static int fast(int reusability, int slack, double fill) {
    return PlacementPlanner.plan(
            reusability, slack, 3, new Place("n1", "/r1"), table(nodes(6, 2, 6, fill)))
        .count(Medium.SSD);
  }
}
