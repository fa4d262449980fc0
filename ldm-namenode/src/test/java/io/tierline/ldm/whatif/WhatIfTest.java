/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.Replica;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two nodes in two racks; a block of 100 MiB on both disks, which two jobs will read. */
class WhatIfTest {
  private static final long MIB = 1L << 20;
  private static final WhatIf.Throttles THROTTLES = new WhatIf.Throttles(50 * MIB, 20 * MIB);
  private static final List<Replica> ON_DISKS =
      List.of(new Replica("n0", "/r0", Medium.DISK), new Replica("n1", "/r1", Medium.DISK));
  private static final ManagedBlock BLOCK = new ManagedBlock("/d/f", 1, 100 * MIB, ON_DISKS);
  private static final ReadDataset DATASET =
      new ReadDataset("/d", List.of("w/a", "w/b"), List.of(BLOCK));

  /** SSDs read 400 MiB/s and write 200, disks 100 both. */
  private static List<StorageState> cluster() {
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      storages.add(volume(i, Medium.SSD, 400, 200));
      storages.add(volume(i, Medium.DISK, 100, 100));
    }
    return storages;
  }

  private static StorageState volume(int node, Medium medium, double read, double write) {
    DeviceSpeeds speeds =
        new DeviceSpeeds(new DeviceProfile(read, 0, 1, 0), new DeviceProfile(write, 0, 1, 0));
    return new StorageState(
        "n" + node,
        "/r" + node,
        medium,
        1_000 * MIB,
        600 * MIB,
        new StorageState.Device("s" + node + medium, speeds, true));
  }

  private static Move up(long block, int from, int to) {
    return new Move(
        Move.Why.USE_IS_NEAR,
        "",
        "/d",
        "/d/f",
        block,
        100 * MIB,
        "n" + from,
        Medium.DISK,
        "n" + to,
        Medium.SSD,
        0);
  }

  private static WhatIf ask(Move... moves) {
    return WhatIf.of(
        List.of(moves), List.of(DATASET), cluster(), new Network(1_000, 500), THROTTLES);
  }

  @Test
  void moveUpCostsACopyAndSavesEachReader() {
    WhatIf whatIf = ask(up(1, 0, 0));
    assertThat(whatIf.moves()).isEqualTo(1);
    assertThat(whatIf.bytes()).isEqualTo(100 * MIB);
    assertThat(whatIf.ssdBytes()).isEqualTo(100 * MIB);
    // 100 MiB come from a disk in 1 s, and go onto an SSD in half of that.
    assertThat(whatIf.copySeconds()).isEqualTo(1, within(1e-9));
    // The node may work for 20 MiB/s.
    assertThat(whatIf.throttledSeconds()).isEqualTo(5, within(1e-9));
    assertThat(whatIf.jobs())
        .containsExactly(
            new JobGain("w/a", 100 * MIB, 1, 0.25), new JobGain("w/b", 100 * MIB, 1, 0.25));
    assertThat(whatIf.savedSeconds()).isEqualTo(1.5, within(1e-9));
    assertThat(whatIf.tiers())
        .containsExactly(
            new TierFill(Medium.SSD, 2_000 * MIB, 800 * MIB, 900 * MIB),
            new TierFill(Medium.DISK, 2_000 * MIB, 800 * MIB, 700 * MIB));
  }

  @Test
  void secondFastReplicaSavesNothingMore() {
    WhatIf whatIf = ask(up(1, 0, 0), up(1, 1, 1));
    assertThat(whatIf.moves()).isEqualTo(2);
    assertThat(whatIf.savedSeconds()).isEqualTo(1.5, within(1e-9));
  }

  @Test
  void movesThatCannotBeMadeAreSkipped() {
    assertThat(ask(up(1, 0, 0), up(1, 0, 0)).skipped()).as("made already").isEqualTo(1);
    assertThat(ask(up(2, 0, 0)).skipped()).as("no such block").isEqualTo(1);
    assertThat(ask(up(1, 0, 7)).skipped()).as("no such node").isEqualTo(1);
    assertThat(ask(up(1, 0, 1)).skipped()).as("the node has a replica").isEqualTo(1);
    assertThat(ask(up(1, 0, 1)).bytes()).isZero();
  }

  @Test
  void jobThatReadsTwoDatasetsIsOneLine() {
    ManagedBlock other = new ManagedBlock("/e/f", 2, 100 * MIB, List.of());
    ReadDataset second = new ReadDataset("/e", List.of("w/a"), List.of(other));
    WhatIf whatIf =
        WhatIf.of(
            List.of(), List.of(DATASET, second), cluster(), new Network(1_000, 500), THROTTLES);
    assertThat(whatIf.jobs())
        .containsExactly(new JobGain("w/a", 200 * MIB, 1, 1), new JobGain("w/b", 100 * MIB, 1, 1));
  }
}
