/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.testing.cluster.EmbeddedCluster;
import io.tierline.testing.cluster.EmbeddedClusterBuilder;
import io.tierline.testing.devices.DeviceModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a demo runs.
 *
 * @param home the source tree, for its examples and configuration fragments
 * @param rows rows of 100 bytes to generate, sort and validate
 * @param contenders who runs, in that order
 * @param repeats how often each runs, all in turn
 * @param emulated whether volumes take the time of emulated devices
 */
record DemoSettings(
    Path home, long rows, List<Contender> contenders, int repeats, boolean emulated) {
  /** A row of TeraGen, in bytes. */
  static final int ROW_BYTES = 100;

  /** The models of the emulated devices, which docs/bid-simulator.md describes. */
  static final String DISK_MODEL = "hdd-16t";

  /** That of SSDs. */
  static final String SSD_MODEL = "ssd-nvme";

  /**
   * So many seconds of the devices pass in one. A usual DataNode has 12 disks for 48 cores, so 65
   * MB/s for a core where the disks are fastest. Here 4 disks are for 2 cores: at an eighth of
   * their speed these have 65 MB/s each as well.
   */
  static final double TIME_SCALE = 0.125;

  private static final long MIB = 1L << 20;
  private static final long SMALLEST_BLOCK = 16 * MIB;
  private static final long LARGEST_BLOCK = 128 * MIB;
  private static final int BLOCKS_WANTED = 12;
  private static final long SPARE_BYTES = 512 * MIB;

  /** The most rows taken: the sum of so many checksums still fits. */
  static final long MOST_ROWS = 1_000_000_000L;

  /** 3 replicas of 2 datasets, the sort's spills and its shuffle. */
  private static final int COPIES_ON_DISK = 9;

  DemoSettings {
    contenders = List.copyOf(contenders);
  }

  /** Bytes that TeraGen writes, one replica counted. */
  long dataBytes() {
    return rows * ROW_BYTES;
  }

  /**
   * The HDFS block size in bytes: several blocks per dataset for a picture of the placement, but no
   * more maps than a small machine can start in reasonable time.
   */
  long blockBytes() {
    long wanted = dataBytes() / BLOCKS_WANTED / MIB * MIB;
    return Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, wanted));
  }

  /** What each SSD volume claims to hold: all fast replicas of the chain, and as much again. */
  long ssdBytes() {
    return Math.max(1024 * MIB, 4 * dataBytes());
  }

  /** The usual ratio of tiers, 1 to 8. */
  long diskBytes() {
    return 8 * ssdBytes();
  }

  /** Refuses what the temporary directory cannot hold, before it is full. */
  void refuseTooLittleSpace() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long needed = COPIES_ON_DISK * dataBytes() + SPARE_BYTES;
    long free = Files.getFileStore(temporary).getUsableSpace();
    if (free < needed) {
      throw new DemoException(
          String.format(
              "%,d rows need %,d MiB below %s, which has %,d: free some, give fewer --rows or set"
                  + " another directory with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR",
              rows, needed / MIB, temporary, free / MIB));
    }
  }

  EmbeddedCluster cluster(Contender contender) throws IOException {
    EmbeddedClusterBuilder cluster = EmbeddedCluster.builder();
    if (emulated) {
      cluster.devices(new DeviceModels(DISK_MODEL, SSD_MODEL, TIME_SCALE, contender.scheduling()));
    }
    return cluster
        .capacities(ssdBytes(), diskBytes())
        .blockSize(blockBytes())
        .replication(ChainRun.REPLICATION)
        .yarn(2)
        .configure(conf -> contender.configure(conf, home))
        .start();
  }
}
