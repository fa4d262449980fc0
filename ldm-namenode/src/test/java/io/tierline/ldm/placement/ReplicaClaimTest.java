/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.rating.LineageQuotient;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReplicaClaimTest {
  private static final Network SLOW = new Network(119, 60);

  private static double first(int readers, int slack, int stay) {
    return ReplicaClaim.of(readers, slack, stay, 0, 0, 0);
  }

  private static double second(int readers, int slack, int stay) {
    return ReplicaClaim.of(readers, slack, stay, 1, 1, 0);
  }

  @Test
  void blockThatStaysForManyLevelsIsWorthLess() {
    // Two readings, the second three levels after the first.
    assertThat(first(2, 0, 3)).isEqualTo(1 / 3.0, within(1e-12));
    assertThat(first(2, 0, 0)).isEqualTo(2 / 3.0, within(1e-12));
  }

  @Test
  void furtherFastReplicaIsForReadersThatComeTogether() {
    assertThat(second(2, 0, 0)).isEqualTo(0.5, within(1e-12));
    // Four over two levels: two at a time.
    assertThat(second(4, 1, 2)).isEqualTo(0.25, within(1e-12));
    // Two at different levels never meet, three over many may.
    assertThat(second(2, 0, 3)).isZero();
    assertThat(second(3, 0, 3)).isBetween(0.001, 0.01);
  }

  @Test
  void furtherFastReplicaIsWorthWhatTheNetworkLeavesOfIt() {
    assertThat(ssd(Network.TYPICAL, 2, 3)).isEqualTo(1);
    // 10 Gbit/s bring a remote SSD as fast as a local one, 1 Gbit/s slower than a local disk.
    assertThat(ssd(SLOW, 2, 3)).isEqualTo(2);
    assertThat(ssd(Network.TYPICAL, 0, 0)).isZero();
    GlobalStorageTable disks = Clusters.table(Clusters.nodes(3, 1, 0, 0));
    assertThat(disks.shareOfAnother()).isEqualTo(1);
    assertThat(GlobalStorageTable.EMPTY.shareOfAnother()).isEqualTo(1);
    assertThat(Clusters.table(Clusters.nodes(3, 1, 3, 0), SLOW).shareOfAnother()).isEqualTo(1);
  }

  private static int ssd(Network network, int readers, int stay) {
    TierSettings settings = new TierSettings(Set.of(Medium.SSD), 0.7, 0.05);
    GlobalStorageTable table =
        GlobalStorageTable.of(Clusters.nodes(6, 2, 6, 0), settings, network, Clusters.BLOCK);
    List<JobId> jobs =
        IntStream.range(0, readers).mapToObj(i -> new JobId("w", "read" + i)).toList();
    Vertex vertex =
        new Vertex(
            DatasetPath.of("/d"), List.of(new JobId("w", "write")), jobs, 0, stay, List.of());
    return PlacementPlanner.plan(vertex, 3, new Place("n0", "/r0"), table).count(Medium.SSD);
  }

  @Property
  void readersThatAllComeNextClaimWhatTheSourceSays(
      @ForAll @IntRange(min = 0, max = 1_000) int readers,
      @ForAll @IntRange(min = 0, max = 4) int fast) {
    assertThat(ReplicaClaim.of(readers, 0, 0, fast, fast, 0))
        .isEqualTo(LineageQuotient.of(Math.max(0, readers - fast), 0), within(1e-12));
  }

  @Property
  void claimIsOnTheScaleAndGrowsWithReadersAndNearness(
      @ForAll @IntRange(min = 0, max = 1_000) int readers,
      @ForAll @IntRange(min = 0, max = 50) int slack,
      @ForAll @IntRange(min = 0, max = 50) int more,
      @ForAll @IntRange(min = 0, max = 3) int fast) {
    double claim = ReplicaClaim.of(readers, slack, slack + more, fast, fast, 0.3);
    assertThat(claim).isBetween(0.0, 0.9999);
    assertThat(claim == 0).isEqualTo(readers <= fast);
    assertThat(ReplicaClaim.of(readers + 1, slack, slack + more, fast, fast, 0.3))
        .isGreaterThanOrEqualTo(claim);
    assertThat(ReplicaClaim.of(readers, slack + 1, slack + more + 1, fast, fast, 0.3))
        .isLessThanOrEqualTo(claim);
  }
}
