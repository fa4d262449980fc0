/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.cluster.EmbeddedCluster;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("integration")
class EmulatedDevicesTest {
  /** Fast enough that the test does not wait for the models. */
  private static final double FAST = 500;

  private static final long DIRTY = 4L << 20;

  private static final int BLOCK = 1 << 20;

  /** More than a window of either way to write back, and an odd end. */
  private static final int BYTES = 9 * BLOCK + 12_345;

  @ParameterizedTest
  @EnumSource(Scheduling.class)
  void everyByteOfABlockPassesItsDevice(Scheduling scheduling) throws Exception {
    byte[] data = new byte[BYTES];
    new Random(7).nextBytes(data);
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .dataNodes(1, 1)
            .replication(1)
            .blockSize(16L << 20)
            .devices(new DeviceModels("hdd-16t", "ssd-nvme", FAST, scheduling, DIRTY))
            .start()) {
      check(cluster, data, "/on-disk", HdfsConstants.HOT_STORAGE_POLICY_NAME, StorageType.DISK);
      check(cluster, data, "/on-ssd", HdfsConstants.ALLSSD_STORAGE_POLICY_NAME, StorageType.SSD);
    }
  }

  @Test
  void filesOfJobsComeFromTheKernelsCache() throws Exception {
    byte[] data = new byte[(int) EmulatedDevices.CACHED_BLOCK_BYTES + 1];
    new Random(9).nextBytes(data);
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .dataNodes(1, 1)
            .replication(1)
            .blockSize(16L << 20)
            .devices(new DeviceModels("hdd-16t", "ssd-nvme", FAST, Scheduling.LINUX, DIRTY))
            .start()) {
      for (int longer = 0; longer <= 1; longer++) {
        Path file = new Path("/job-" + longer);
        byte[] written = Arrays.copyOf(data, data.length - 1 + longer);
        try (FSDataOutputStream out = cluster.fileSystem().create(file)) {
          out.write(written);
        }
        byte[] read = new byte[written.length];
        try (FSDataInputStream in = cluster.fileSystem().open(file)) {
          in.readFully(read);
        }
        assertThat(read).isEqualTo(written);
        GenericTestUtils.waitFor(
            () -> use(cluster, StorageType.DISK).bytesWritten() >= written.length, 20, 60_000);
        assertThat(use(cluster, StorageType.DISK).bytesRead())
            .isEqualTo(longer == 0 ? 0 : written.length);
      }
    }
  }

  @Test
  void whatIsReadOftenComesFromTheReadCache() throws Exception {
    byte[] data = new byte[BYTES];
    new Random(8).nextBytes(data);
    DeviceModels models = new DeviceModels("hdd-16t", "ssd-nvme", FAST, Scheduling.LINUX, DIRTY);
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .dataNodes(1, 1)
            .replication(1)
            .blockSize(16L << 20)
            .devices(models.withCache(16L << 20))
            .start()) {
      Path file = new Path("/often");
      try (FSDataOutputStream out = cluster.fileSystem().create(file)) {
        out.write(data);
      }
      for (int reading = 1; reading <= 3; reading++) {
        byte[] read = new byte[data.length];
        try (FSDataInputStream in = cluster.fileSystem().open(file)) {
          in.readFully(read);
        }
        assertThat(read).as("reading %d", reading).isEqualTo(data);
        assertThat(cluster.cacheHitBytes()).isEqualTo(reading < 3 ? 0 : data.length);
      }
      assertThat(use(cluster, StorageType.SSD).bytesRead()).isEqualTo(data.length);
      assertThat(use(cluster, StorageType.DISK).bytesRead()).isEqualTo(2L * data.length);
    }
  }

  private static void check(
      EmbeddedCluster cluster, byte[] data, String name, String policy, StorageType type)
      throws Exception {
    Path directory = new Path(name);
    Path file = new Path(directory, "file");
    cluster.fileSystem().mkdirs(directory);
    cluster.fileSystem().setStoragePolicy(directory, policy);
    try (FSDataOutputStream out = cluster.fileSystem().create(file)) {
      out.write(data);
    }
    byte[] read = new byte[data.length];
    try (FSDataInputStream in = cluster.fileSystem().open(file)) {
      in.readFully(read);
      assertThat(read).isEqualTo(data);
      in.seek(BLOCK + 3L);
      byte[] part = new byte[100_000];
      in.readFully(part);
      assertThat(part).isEqualTo(Arrays.copyOfRange(data, BLOCK + 3, BLOCK + 100_003));
    }
    assertThat(use(cluster, type).bytesRead()).isGreaterThanOrEqualTo(data.length);
    assertThat(use(cluster, type).nanosBusy()).isPositive();
    // What is handed over when a block is closed is written back behind its writer.
    GenericTestUtils.waitFor(
        () -> use(cluster, type).bytesWritten() == data.length, 20, (int) MINUTES.toMillis(3));
  }

  private static DeviceUse use(EmbeddedCluster cluster, StorageType type) {
    return cluster.deviceUses().stream()
        .filter(one -> one.type() == type)
        .findFirst()
        .orElseThrow();
  }
}
