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

import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WornVolumesTest {
  private static final long SIZE = 1L << 40;

  /** Three nodes with an SSD and a disk each; the SSDs of the first ones are worn. */
  private static GlobalStorageTable table(int worn) {
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      StorageState.Device ssd = StorageState.Device.typical("s" + i, Medium.SSD).worn(i < worn);
      storages.add(new StorageState("n" + i, "/r", Medium.SSD, SIZE, SIZE, ssd));
      storages.add(new StorageState("n" + i, "/r", Medium.DISK, SIZE, SIZE));
    }
    return GlobalStorageTable.of(
        storages, TierSettings.DEFAULT, Network.TYPICAL, GlobalStorageTable.BLOCK_BYTES);
  }

  private static int fast(GlobalStorageTable table, int readers) {
    return PlacementPlanner.plan(readers, 0, 3, new Place("n0", "/r"), table).count(Medium.SSD);
  }

  @Test
  void wornVolumesTakeNoBlocksHoweverValuable() {
    assertThat(fast(table(0), 5)).isEqualTo(3);
    assertThat(fast(table(2), 5)).isEqualTo(1);
    assertThat(fast(table(3), 5)).isZero();
  }

  @Test
  void whatWearHoldsBackIsToldFromWhatNobodyReads() {
    assertThat(table(2).isHeldBackByWear(0.5)).isFalse();
    assertThat(table(3).isHeldBackByWear(0.5)).isTrue();
    assertThat(table(3).isHeldBackByWear(0)).isFalse();
    assertThat(table(2).isWorn("n1")).isTrue();
    assertThat(table(2).isWorn("n2")).isFalse();
    assertThat(table(2).tiers().get(0).wornCount()).isEqualTo(2);
  }

  @Test
  void fillIsWhatItIsWhetherWornOrNot() {
    assertThat(table(3).tiers().get(0).threshold()).isZero();
    assertThat(table(3).tiers().get(0).remainingBytes()).isEqualTo(3 * SIZE);
  }
}
