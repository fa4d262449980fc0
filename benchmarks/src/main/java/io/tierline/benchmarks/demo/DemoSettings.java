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
 * @param rows rows of 100 bytes to generate, sort and validate with nothing beside
 * @param scenes what happens meanwhile, in that order
 * @param contenders who runs in each scene that it has a part in, in that order
 * @param repeats how often each runs, all in turn
 * @param emulated whether volumes take the time of emulated devices
 * @param full whether contenders run where little is to be learned of them, too
 * @param ratio where the fast tier is small, bytes of all replicas there for each byte of it
 */
record DemoSettings(
    Path home,
    long rows,
    List<Scene> scenes,
    List<Contender> contenders,
    int repeats,
    boolean emulated,
    boolean full,
    double ratio) {
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
  private static final long SMALLEST_BLOCK = 8 * MIB;
  private static final long LARGEST_BLOCK = 128 * MIB;
  private static final int BLOCKS_WANTED = 9;

  /** Of the rows, where others run beside: four contenders, of which two wait long for disks. */
  private static final int BESIDE_PART = 3;

  private static final long SPARE_BYTES = 512 * MIB;

  /** What a disk writes in a second at an eighth of its speed. */
  private static final long LEAST_DIRTY = 32 * MIB;

  /** Of a dataset, of which four replicas or more go to four disks. */
  private static final int DIRTY_PART = 12;

  /** The most rows taken: the sum of so many checksums still fits. */
  static final long MOST_ROWS = 1_000_000_000L;

  /**
   * What a small fast tier has to do with, by default: a usual ratio of tiers, and in the middle of
   * what ldm-sim takes. It holds one replica of two thirds of the chain's blocks that are read.
   */
  static final double RATIO = 8;

  /**
   * All that is there at the end beside other jobs, in datasets as large as the chain's: its own
   * two, the others' text, and what their two writers write.
   */
  private static final int DATASETS_BESIDE = 4;

  private static final int SSDS = 4;

  /** The most of it. */
  static final double MOST_RATIO = 64;

  /** 3 replicas of 2 datasets, the sort's spills and its shuffle. */
  private static final int COPIES_ON_DISK = 9;

  /** A run to be made. */
  record Turn(Scene scene, Contender contender) {}

  DemoSettings {
    scenes = List.copyOf(scenes);
    contenders = List.copyOf(contenders);
  }

  /** The runs of one repeat. */
  List<Turn> turns() {
    return scenes.stream()
        .filter(scene -> emulated || scene == Scene.ALONE)
        .flatMap(
            scene ->
                contenders.stream()
                    .filter(contender -> contender.runsIn(scene))
                    .filter(contender -> full || contender.answersIn(scene))
                    .filter(contender -> emulated || !contender.needsEmulation())
                    .map(contender -> new Turn(scene, contender)))
        .toList();
  }

  /** Rows that TeraGen writes: where others run beside the chain, its time is theirs as well. */
  long rows(Scene scene) {
    return scene == Scene.ALONE ? rows : Math.max(1, rows / BESIDE_PART);
  }

  /** Bytes that TeraGen writes, one replica counted. */
  long dataBytes(Scene scene) {
    return rows(scene) * ROW_BYTES;
  }

  /**
   * The HDFS block size in bytes: several blocks per dataset for a picture of the placement, but no
   * more maps than a small machine can start in reasonable time.
   */
  long blockBytes(Scene scene) {
    long wanted = dataBytes(scene) / BLOCKS_WANTED / MIB * MIB;
    return Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, wanted));
  }

  /**
   * What each SSD volume claims to hold. With nothing beside the chain: all its fast replicas, and
   * as much again. Else all four together that part of all replicas that the ratio says.
   */
  long ssdBytes(Scene scene) {
    return scene == Scene.ALONE
        ? Math.max(1024 * MIB, 4 * dataBytes(scene))
        : (long) (DATASETS_BESIDE * ChainRun.REPLICATION * dataBytes(scene) / ratio / SSDS);
  }

  /**
   * What may wait to be written back to a volume before its writers wait. A DataNode of 256 GB of
   * memory and 12 disks lets some 4 GB wait for each disk (a fifth of its memory, {@code
   * vm.dirty_ratio}), a few per cent of what a job that is worth waiting for writes there, and 16 s
   * of the disk. Here it is a second of the disk, or a tenth of what the chain writes to one if
   * that is more.
   */
  long dirtyBytes(Scene scene) {
    return Math.max(LEAST_DIRTY, dataBytes(scene) / DIRTY_PART);
  }

  /** The usual ratio of tiers, 1 to 8, to the tier that is not small. */
  long diskBytes() {
    return 8 * ssdBytes(Scene.ALONE);
  }

  /** Refuses what the temporary directory cannot hold, before it is full. */
  void refuseTooLittleSpace() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long needed = COPIES_ON_DISK * dataBytes(Scene.ALONE) + SPARE_BYTES;
    long free = Files.getFileStore(temporary).getUsableSpace();
    if (free < needed) {
      throw new DemoException(
          String.format(
              "%,d rows need %,d MiB below %s, which has %,d: free some, give fewer --rows or set"
                  + " another directory with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR",
              rows, needed / MIB, temporary, free / MIB));
    }
  }

  EmbeddedCluster cluster(Turn turn) throws IOException {
    Contender contender = turn.contender();
    long ssdBytes = ssdBytes(turn.scene());
    EmbeddedClusterBuilder cluster = EmbeddedCluster.builder();
    if (emulated) {
      var plain =
          new DeviceModels(
              DISK_MODEL, SSD_MODEL, TIME_SCALE, contender.scheduling(), dirtyBytes(turn.scene()));
      cluster.devices(contender.devices(plain, ssdBytes));
    }
    return cluster
        .capacities(ssdBytes, diskBytes())
        .blockSize(blockBytes(turn.scene()))
        .replication(ChainRun.REPLICATION)
        .yarn(2)
        .configure(conf -> contender.configure(conf, home))
        .start();
  }
}
