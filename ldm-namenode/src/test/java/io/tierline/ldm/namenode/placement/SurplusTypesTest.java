/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.Storages;
import org.junit.jupiter.api.Test;

class SurplusTypesTest {
  private static final List<StorageType> EXCESS = List.of(SSD);

  @Test
  void lastFastReplicaStaysWhereADiskCanGo() {
    assertThat(surplus(EXCESS, 3, SSD, DISK, DISK, DISK)).containsExactly(DISK);
    assertThat(surplus(List.of(DISK, SSD), 1, SSD, DISK, DISK)).containsExactly(DISK, DISK);
  }

  @Test
  void oneOfSeveralFastReplicasMayGo() {
    assertThat(surplus(EXCESS, 3, SSD, SSD, DISK, DISK)).isSameAs(EXCESS);
  }

  @Test
  void surplusOfDisksIsStock() {
    List<StorageType> disks = List.of(DISK);
    assertThat(surplus(disks, 3, SSD, DISK, DISK, DISK)).isSameAs(disks);
    assertThat(surplus(EXCESS, 3, DISK, DISK, DISK, DISK)).isSameAs(EXCESS);
  }

  @Test
  void fastReplicaGoesWhereThereAreTooFewDisks() {
    assertThat(surplus(EXCESS, 0, SSD, DISK)).isSameAs(EXCESS);
    assertThat(surplus(EXCESS, 1, SSD, StorageType.ARCHIVE)).isSameAs(EXCESS);
  }

  private static List<StorageType> surplus(
      List<StorageType> excess, int expected, StorageType... types) {
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      replicas.add(Storages.node(i, "/r", types[i]).getStorageInfos()[0]);
    }
    return SurplusTypes.keepingLastFast(excess, replicas, expected);
  }
}
