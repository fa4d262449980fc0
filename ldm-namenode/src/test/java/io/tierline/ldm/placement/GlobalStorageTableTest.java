/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static io.tierline.ldm.rating.Medium.DISK;
import static io.tierline.ldm.rating.Medium.SSD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobalStorageTableTest {
  @Test
  void tierSumsItsVolumes() {
    Tier ssd =
        tier(
            new StorageState("a", "/r", SSD, 1L << 30, 1L << 29),
            new StorageState("a", "/r", SSD, 1L << 30, 1L << 30),
            new StorageState("b", "/r", SSD, 1L << 30, 0));
    assertThat(ssd.capacityBytes()).isEqualTo(3L << 30);
    assertThat(ssd.remainingBytes()).isEqualTo(3L << 29);
    assertThat(ssd.nodeCount()).isEqualTo(1);
    assertThat(ssd.threshold()).isZero();
    assertThat(ssd.rating(Distance.NODE)).isEqualTo(500, within(1.0));
  }

  @Test
  void volumeCannotHaveMoreLeftThanItHolds() {
    Tier ssd =
        tier(
            new StorageState("a", "/r", SSD, 1L << 30, Long.MAX_VALUE),
            new StorageState("b", "/r", SSD, 1L << 30, 0));
    assertThat(ssd.remainingBytes()).isEqualTo(1L << 30);
  }

  @Test
  void tierWithoutCapacityAdmitsNothing() {
    assertThat(tier(new StorageState("a", "/r", SSD, 0, 0)).threshold()).isEqualTo(1);
  }

  @Test
  void mediaThatAreNotManagedAreLeftOut() {
    List<StorageState> storages =
        List.of(
            new StorageState("a", "/r", Medium.ARCHIVE, 1, 1),
            new StorageState("b", "/s", Medium.RAM_DISK, 1, 1));
    GlobalStorageTable table = Clusters.table(storages);
    assertThat(table.tiers()).isEmpty();
    assertThat(table.nodeCount()).isEqualTo(2);
    assertThat(table.rackCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.7, 0", "0.75, 0.2", "0.9, 0.8", "0.95, 1", "0.99, 1", "1, 1"})
  void thresholdRisesWithTheFill(double fill, double threshold) {
    long capacity = 1_000_000;
    long remaining = Math.round((1 - fill) * capacity);
    assertThat(TierSettings.DEFAULT.threshold(remaining, capacity, 1))
        .isEqualTo(threshold, within(1e-9));
  }

  /** A share of a large volume would be more than is written before it is known to be full. */
  @Test
  void reserveIsBoundedForEachVolume() {
    TierSettings settings = TierSettings.DEFAULT;
    long gib = 1L << 30;
    assertThat(settings.reserveBytes(40 * gib, 1)).isEqualTo(2 * gib);
    assertThat(settings.reserveBytes(20 * gib, 1)).isEqualTo(gib);
    assertThat(settings.reserveBytes(4_000 * gib, 8)).isEqualTo(16 * gib);
    assertThat(settings.threshold(16 * gib, 4_000 * gib, 8)).isEqualTo(1);
    assertThat(settings.threshold(20 * gib, 4_000 * gib, 8)).isLessThan(1);
    assertThat(settings.threshold(1_200 * gib, 4_000 * gib, 8)).isZero();
    StorageState volume = new StorageState("a", "/r", SSD, 4_000 * gib, 5 * gib);
    Tier ssd =
        GlobalStorageTable.of(List.of(volume), settings, Network.TYPICAL, Clusters.BLOCK)
            .tiers()
            .get(0);
    assertThat(ssd.bytesAboveReserve()).isEqualTo(3 * gib);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TierSettings(Set.of(SSD), 0.7, 0.05, -1, ValueModel.WORK));
  }

  @ParameterizedTest
  @CsvSource({
    "-0.1, 0.05", "0.95, 0.05", "0.96, 0.05", "NaN, 0.05",
    "0.7, -0.1", "0.7, 1", "0.7, NaN", "0, 1",
  })
  void impossibleThresholdsAreRefused(double risingFrom, double reserve) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TierSettings(Set.of(SSD), risingFrom, reserve));
  }

  @Test
  void impossibleVolumesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new StorageState("a", "/r", DISK, -1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new StorageState("a", "/r", DISK, 1, -1));
  }

  private static Tier tier(StorageState... volumes) {
    return Clusters.table(List.of(volumes)).tiers().get(0);
  }
}
