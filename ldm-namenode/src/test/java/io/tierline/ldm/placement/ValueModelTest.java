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

import io.tierline.ldm.rating.LineageQuotient;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ValueModelTest {
  @Test
  void blockThatStaysForManyLevelsIsWorthLessOfAKnapsack() {
    // Two readings, the second three levels after the first.
    assertThat(ValueModel.LQ.of(2, 0, 3, 1)).isEqualTo(2 / 3.0, within(1e-12));
    assertThat(ValueModel.DENSITY.of(2, 0, 3, 1)).isEqualTo(1 / 3.0, within(1e-12));
  }

  @Test
  void anotherFastReplicaIsWorthWhatTheNetworkLeavesOfIt() {
    assertThat(ssd(ValueModel.LQ, Network.TYPICAL, 3)).isEqualTo(3);
    // 10 Gbit/s bring a remote SSD as fast as a local one, 1 Gbit/s slower than a local disk.
    assertThat(ssd(ValueModel.DENSITY, Network.TYPICAL, 3)).isEqualTo(1);
    assertThat(ssd(ValueModel.DENSITY, new Network(119, 60), 3)).isEqualTo(3);
    assertThat(ssd(ValueModel.DENSITY, new Network(119, 60), 2)).isEqualTo(2);
    assertThat(ssd(ValueModel.DENSITY, Network.TYPICAL, 0)).isZero();
    GlobalStorageTable disks = Clusters.table(Clusters.nodes(3, 1, 0, 0));
    assertThat(disks.shareOfAnother()).isEqualTo(1);
    assertThat(GlobalStorageTable.EMPTY.shareOfAnother()).isEqualTo(1);
    Network slow = new Network(119, 60);
    assertThat(Clusters.table(Clusters.nodes(3, 1, 3, 0), slow).shareOfAnother()).isEqualTo(1);
  }

  private static int ssd(ValueModel model, Network network, int readers) {
    TierSettings settings = new TierSettings(Set.of(Medium.SSD), 0.7, 0.05, model);
    GlobalStorageTable table =
        GlobalStorageTable.of(Clusters.nodes(6, 2, 6, 0), settings, network, Clusters.BLOCK);
    return PlacementPlanner.plan(readers, 0, 3, new Place("n0", "/r0"), table).count(Medium.SSD);
  }

  @Property
  void modelsAgreeOnReadersThatComeNext(@ForAll @IntRange(min = 0, max = 1_000) int readers) {
    assertThat(ValueModel.DENSITY.of(readers, 0, 0, 1))
        .isEqualTo(LineageQuotient.of(readers, 0), within(1e-12));
  }

  @Property
  void claimIsOnTheScaleAndZeroOnlyWithoutReaders(
      @ForAll ValueModel model,
      @ForAll @IntRange(min = 0, max = 1_000) int readers,
      @ForAll @IntRange(min = 0, max = 50) int slack,
      @ForAll @IntRange(min = 0, max = 50) int more) {
    double claim = model.of(readers, slack, slack + more, 1);
    assertThat(claim).isBetween(0.0, 0.9999);
    assertThat(claim == 0).isEqualTo(readers == 0);
    assertThat(model.of(readers + 1, slack, slack + more, 1)).isGreaterThan(claim);
    assertThat(model.of(readers, slack + 1, slack + more + 1, 1)).isLessThanOrEqualTo(claim);
  }
}
