/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.hdfs.Disk;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.jobs.MachineSpec;
import io.tierline.benchmarks.cluster.jobs.Simulation;
import io.tierline.benchmarks.cluster.jobs.Workload;
import io.tierline.benchmarks.cluster.logged.DemoLog.Scene;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The demo's chain and its cluster, as the simulator has them: four DataNodes in two racks with a
 * disk and an SSD each, all in one machine, devices at an eighth of their speed.
 */
final class DemoChain {
  /** The chain's jobs in their order. */
  static final List<String> JOBS = List.of(Workload.GENERATED, Workload.SORTED, Workload.VALIDATED);

  /** Those of the demo's contenders that the simulator has. */
  static final List<String> CONTENDERS = List.of("stock", "one_ssd", "read_cache", "ldm");

  private static final String TEXT = "words";
  private static final int ROW_BYTES = 100;
  private static final long MIB = 1L << 20;
  private static final int NODES = 4;
  private static final int NODES_PER_RACK = 2;

  /** Six containers, less the job's master and the one before, which stays for five seconds. */
  private static final int SLOTS = 1;

  private static final double SCALE = 0.125;

  /** From one stream to another, as {@link Disk} has it of an {@code hdd-16t}. */
  private static final double POSITIONING = 0.0055 / SCALE;

  /** What is read ahead, and what is written back of a file in its turn. */
  private static final double TURN_MIB = 4;

  /** Buffered writers of that disk by BID's model; docs/benchmarks/ldm-sim.md has 198 to 250. */
  private static final double WRITTEN_BACK_MIB = 224 * SCALE;

  private static final double SSD_MIB = 7000 * SCALE;

  /** Of one machine's network nobody waits. */
  private static final double GBIT = 1000;

  private static final long SMALLEST_BLOCK = 8 * MIB;
  private static final long LARGEST_BLOCK = 128 * MIB;
  private static final int BLOCKS_WANTED = 9;
  private static final long LEAST_SSD = 1024 * MIB;
  private static final int REPLICAS = 3;
  private static final long LEAST_DIRTY = 32 * MIB;
  private static final int DIRTY_PART = 12;

  /** A drive of that model keeps so much that it has not written; a scale of time leaves it. */
  private static final long WRITE_CACHE = 64 * MIB;

  /** Of each job beside the chain, and what one of them does in a second at the most. */
  private static final int STREAMS = 4;

  private static final double STREAM_BYTES = 4e6;

  private static final int[] READERS = {3, 4, 1};
  private static final int[] WRITERS = {0, 0, 2};

  private DemoChain() {}

  /**
   * How a contender places its data.
   *
   * @param fast mean number of fast replicas by dataset, as it was logged
   */
  static Contender.Maker maker(String contender, Map<String, Double> fast) {
    return switch (contender) {
      case "one_ssd" -> Contender.oneSsdOn(Set.of(Workload.GENERATED, Workload.SORTED));
      case "read_cache" -> Contender.maker(Contender.RATE_CACHE);
      // How well it is foretold what a job takes is one thing, where LDM puts its data another.
      case "ldm" -> Contender.shares(fast);
      default -> Contender.maker(Contender.STOCK);
    };
  }

  static long blockBytes(long dataBytes) {
    long wanted = dataBytes / BLOCKS_WANTED / MIB * MIB;
    return Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, wanted));
  }

  /** Seconds of each job of a contender in a scene of the log. */
  static Map<String, Double> run(
      DemoLog log, Scene scene, Fitted fitted, Contender.Maker maker, long seed) {
    long bytes = log.rows(scene) * ROW_BYTES;
    boolean isAlone = scene == Scene.ALONE;
    Hardware hardware =
        new Hardware(
            NODES,
            NODES_PER_RACK,
            SLOTS,
            1,
            new Disk(fitted.diskMib(), POSITIONING, TURN_MIB),
            // Beside it lie three datasets more that are as large, for four SSDs.
            isAlone ? Math.max(LEAST_SSD, 4 * bytes) : (long) (REPLICAS * bytes / log.ratio()),
            SSD_MIB,
            GBIT);
    MachineSpec machine =
        new MachineSpec(
            log.cores(),
            blockBytes(bytes),
            Math.max(LEAST_DIRTY, bytes / DIRTY_PART) + WRITE_CACHE,
            WRITTEN_BACK_MIB,
            fitted.containerSeconds(),
            Map.of(
                Workload.GENERATED,
                fitted.generatorStart(),
                Workload.SORTED,
                fitted.start(),
                Workload.VALIDATED,
                fitted.start()),
            isAlone ? Map.of() : beside(bytes));
    Workload chain = Workload.ofChain(bytes, isAlone ? Map.of() : Map.of(TEXT, bytes));
    return Simulation.inOneMachine(chain, hardware, machine, maker, seed).run().jobSeconds();
  }

  private static Map<String, MachineSpec.Beside> beside(long textBytes) {
    Map<String, MachineSpec.Beside> beside = new LinkedHashMap<>();
    for (int i = 0; i < JOBS.size(); i++) {
      beside.put(
          JOBS.get(i),
          new MachineSpec.Beside(
              TEXT,
              STREAMS * READERS[i],
              STREAMS * WRITERS[i],
              Math.max(1, textBytes / 2 / STREAMS),
              STREAM_BYTES));
    }
    return beside;
  }
}
