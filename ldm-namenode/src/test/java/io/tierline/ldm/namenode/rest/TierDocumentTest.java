/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierDocumentTest {
  /** Both are 90 % full: a threshold of disks would be shown, and hold for nothing. */
  @Test
  void disksHaveNoThreshold() {
    List<StorageState> storages =
        List.of(
            new StorageState("a", "/r", Medium.SSD, 1_000, 100),
            new StorageState("a", "/r", Medium.DISK, 1_000, 100));
    GlobalStorageTable table =
        GlobalStorageTable.of(storages, TierSettings.DEFAULT, Network.TYPICAL, 1);
    assertThat(table.tiers().stream().map(TierDocument::of))
        .extracting(TierDocument::medium)
        .containsExactly(Medium.SSD, Medium.DISK);
    assertThat(table.tiers().stream().map(TierDocument::of))
        .extracting(TierDocument::admissionThreshold)
        .satisfiesExactly(ssd -> assertThat(ssd).isPositive(), disk -> assertThat(disk).isZero());
  }
}
