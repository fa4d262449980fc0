/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.value;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A day of chains: each has a few levels of jobs, every job writes a dataset, and up to four jobs
 * of later levels read it, most of them the next one. Half of the datasets are of full blocks, half
 * of small files. The same seed gives the same day to every contender.
 */
final class Day {
  static final int NODES = 8;
  static final double DAY_SECONDS = 86_400;

  private static final long MIB = 1L << 20;
  private static final int CHAINS = 150;
  private static final int MIN_LEVELS = 2;
  private static final int MORE_LEVELS = 7;
  private static final int WIDTH = 2;
  private static final int MAX_READERS = 4;
  private static final int MAX_BLOCKS = 64;
  private static final int SMALL_MIB = 16;
  private static final long FULL = 128 * MIB;
  private static final double MIN_JOB_SECONDS = 300;
  private static final double MORE_JOB_SECONDS = 1_500;
  private static final double NEXT_LEVEL_SHARE = 0.6;

  private final List<Data> datasets = new ArrayList<>();
  private final SplittableRandom random;

  /**
   * A dataset.
   *
   * @param vertex what LDM knows of it
   * @param writtenAt seconds since the day began
   * @param reads the times of its readings, earliest first
   * @param blocks how many it has
   * @param blockBytes size of each
   */
  record Data(Vertex vertex, double writtenAt, List<Double> reads, int blocks, long blockBytes) {
    /** Seconds that all readings of its blocks are shorter when all replicas are on SSD. */
    double possibleSeconds() {
      return blocks * savedSeconds(Readings.REPLICAS);
    }

    /** Seconds that the readings of one of its blocks are shorter with so many on SSD. */
    double savedSeconds(int fast) {
      return Readings.savedSeconds(blockBytes, reads, fast);
    }

    double lastRead() {
      return reads.isEmpty() ? writtenAt : reads.get(reads.size() - 1);
    }

    long bytes() {
      return blocks * blockBytes;
    }
  }

  Day(long seed) {
    random = new SplittableRandom(seed);
    for (int chain = 0; chain < CHAINS; chain++) {
      addChain("c" + chain, random.nextDouble() * DAY_SECONDS);
    }
    datasets.sort(Comparator.comparingDouble(Data::writtenAt));
  }

  private void addChain(String name, double start) {
    int levels = MIN_LEVELS + random.nextInt(MORE_LEVELS);
    double job = MIN_JOB_SECONDS + random.nextDouble() * MORE_JOB_SECONDS;
    for (int level = 0; level < levels; level++) {
      for (int i = 0; i < 1 + random.nextInt(WIDTH); i++) {
        addDataset(name, level + "-" + i, level, levels, start + level * job, job);
      }
    }
  }

  private void addDataset(
      String chain, String name, int level, int levels, double writtenAt, double jobSeconds) {
    int after = levels - level - 1;
    int readers = after == 0 ? 0 : 1 + random.nextInt(MAX_READERS);
    List<Integer> stays = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      boolean next = random.nextDouble() < NEXT_LEVEL_SHARE;
      stays.add(next ? 0 : random.nextInt(after));
    }
    stays.sort(null);
    List<JobId> jobs = new ArrayList<>();
    List<Double> reads = new ArrayList<>();
    for (int stay : stays) {
      jobs.add(new JobId(chain, name + "-read-" + jobs.size()));
      reads.add(writtenAt + (1 + stay) * jobSeconds);
    }
    Vertex vertex =
        new Vertex(
            new DatasetPath("", "/" + chain + "/" + name),
            List.of(new JobId(chain, name)),
            jobs,
            stays.isEmpty() ? 0 : stays.get(0),
            stays.isEmpty() ? 0 : stays.get(readers - 1),
            List.of());
    long size = random.nextBoolean() ? FULL : (1 + random.nextInt(SMALL_MIB)) * MIB;
    datasets.add(new Data(vertex, writtenAt, reads, 1 + random.nextInt(MAX_BLOCKS), size));
  }

  /** In the order they are written. */
  List<Data> datasets() {
    return datasets;
  }

  /** Seconds that a fast tier without bounds would save. */
  double possibleSeconds() {
    return datasets.stream().mapToDouble(Data::possibleSeconds).sum();
  }

  /**
   * More than any placement can save: the fractional knapsack of bytes times seconds, as if the
   * whole tier could be lent from any time of the day to any other.
   */
  double boundSeconds(long ssdBytesPerNode) {
    List<Claim> bestFirst = new ArrayList<>();
    for (Data data : datasets) {
      for (int fast = 1; !data.reads().isEmpty() && fast <= Readings.REPLICAS; fast++) {
        double more = data.savedSeconds(fast) - data.savedSeconds(fast - 1);
        bestFirst.add(
            new Claim(data.blocks() * more, data.bytes() * (data.lastRead() - data.writtenAt())));
      }
    }
    bestFirst.sort(Comparator.comparingDouble(Claim::density).reversed());
    double end = datasets.stream().mapToDouble(Data::lastRead).max().orElse(0);
    double left = (double) NODES * ssdBytesPerNode * end;
    double saved = 0;
    for (Claim claim : bestFirst) {
      double share = Math.max(0, Math.min(1, left / claim.weight()));
      saved += share * claim.seconds();
      left -= share * claim.weight();
    }
    return saved;
  }

  /**
   * One more fast replica of all blocks of a dataset.
   *
   * @param seconds what it saves
   * @param weight its bytes times the seconds that it holds them for
   */
  private record Claim(double seconds, double weight) {
    double density() {
      return seconds / weight;
    }
  }
}
