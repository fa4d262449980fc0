/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.device.DeviceReports;
import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.UnreportedRoom;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.state.StateStore;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.Storages;
import org.apache.hadoop.util.Time;
import org.junit.jupiter.api.Test;

/** The table's storages are what DataNodes reported, less what has been given since. */
class StorageTableUpdaterTest {
  private static final long TIB = 1L << 40;
  private static final long BLOCK = 128L << 20;

  private final UnreportedRoom unreported = new UnreportedRoom();
  private final DatanodeDescriptor node =
      Storages.node(1, "/r", StorageType.SSD, StorageType.NVDIMM, StorageType.DISK);

  private StorageTableUpdater updater() {
    DatanodeManager datanodes = mock(DatanodeManager.class);
    when(datanodes.getDatanodeListForReport(any())).thenReturn(List.of(node));
    return new StorageTableUpdater(
        datanodes,
        LdmSettings.from(new Configuration(false)),
        BLOCK,
        new StorageTableUpdater.Devices(
            new DeviceReports(1, Duration.ofMinutes(1)),
            new WearKeeper(new SsdWear(TIB, TIB, () -> 0), StateStore.NOWHERE, BLOCK),
            unreported));
  }

  private static long remaining(StorageTableUpdater updater, Medium medium) {
    return updater.storages().stream()
        .filter(storage -> storage.medium() == medium)
        .mapToLong(StorageState::remainingBytes)
        .sum();
  }

  @Test
  void roomGivenSinceTheLastReportIsTaken() {
    StorageTableUpdater updater = updater();
    unreported.give(node.getDatanodeUuid(), Medium.SSD, 3 * BLOCK);
    assertThat(remaining(updater, Medium.SSD)).isEqualTo(TIB - 3 * BLOCK);
    assertThat(remaining(updater, Medium.NVDIMM)).isEqualTo(TIB);
    assertThat(remaining(updater, Medium.DISK)).isEqualTo(TIB);
    unreported.give(node.getDatanodeUuid(), Medium.SSD, 2 * TIB);
    assertThat(remaining(updater, Medium.SSD)).isZero();
  }

  @Test
  void reportThatCameLaterKnowsOfIt() {
    StorageTableUpdater updater = updater();
    unreported.give(node.getDatanodeUuid(), Medium.SSD, BLOCK);
    assertThat(remaining(updater, Medium.SSD)).isEqualTo(TIB - BLOCK);
    node.setLastUpdateMonotonic(Time.monotonicNow() + 10_000);
    assertThat(remaining(updater, Medium.SSD)).isEqualTo(TIB);
  }
}
