/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.cli.Keyed;
import io.tierline.ldm.placement.ValueModel;
import io.tierline.ldm.rating.Medium;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Ways to place data and to choose replicas. */
public enum Contender implements Keyed {
  /** Disks for everything. */
  STOCK,
  /** HDFS's storage policy ONE_SSD on everything. */
  ONE_SSD,
  /** HDFS's storage policy ALL_SSD on everything. */
  ALL_SSD,
  /** What was read is copied to the SSD of the node that served it; the least recent makes room. */
  LRU_CACHE,
  /** The same, and the least often read makes room. */
  LFU_CACHE,
  /** The same, and only what a node serves for the second time within an hour is copied. */
  RATE_CACHE,
  /**
   * Every minute blocks that were read move one replica to SSD, and cold ones back: after one read
   * or after two, whichever takes less time on that seed.
   */
  TIERING,
  /** LDM by the source's lineage quotient. */
  SOURCE,
  /** LDM as it is; data stay where they have been placed. */
  LDM,
  /** The same when all jobs have run once before, under another seed. */
  LDM_AGAIN,
  /** The same again, with ALL_SSD on all directories that no registered job reads. */
  LDM_ALL_SSD,
  /** LDM with migration by itself. */
  LDM_AUTO,
  /** The same, and spare room is lent to all directories without lineage. */
  LDM_LENDS,
  /**
   * LDM with migration that takes data which no registered job writes, too; production does not.
   */
  LDM_INPUTS,
  /** The best of some numbers of fast replicas for each dataset, tried out one after the other. */
  CLAIRVOYANT,
  /** All that HDFS holds on SSDs without bounds, what was there before too. */
  CEILING;

  /** The contender with that key. */
  public static Contender of(String key) {
    return Keyed.of(Contender.class, key);
  }

  /** Decides where the data of one run lie. */
  @FunctionalInterface
  public interface Maker {
    /**
     * A way of placing.
     *
     * @param lineage what it may know of the chain
     */
    Placement placement(Cluster cluster, SplittableRandom random, Lineage lineage);
  }

  /** The given mean number of fast replicas of each dataset. */
  public static Maker shares(Map<String, Double> fast) {
    return (cluster, random, lineage) -> new SharesPlacement(cluster, random, lineage, fast);
  }

  /** The storage policy ONE_SSD on the directories of those datasets alone. */
  public static Maker oneSsdOn(Set<String> datasets) {
    return (cluster, random, lineage) ->
        new PolicyPlacement(cluster, random, 1, dataset -> datasets.contains(dataset.name()));
  }

  /** The only way of a contender, the first where it has several. */
  public static Maker maker(Contender contender) {
    return contender::placement;
  }

  /** Whether it has seen the jobs in an earlier run. */
  public boolean hasRunBefore() {
    return this == LDM_AGAIN || this == LDM_ALL_SSD;
  }

  /** What the cluster's SSDs are for it. */
  public Hardware hardware(Hardware given) {
    return this == CEILING ? given.withSsdBytes(Long.MAX_VALUE) : given;
  }

  /**
   * Its ways, of which the one that takes least time counts; mostly there is one.
   *
   * @param shares fast replicas that a clairvoyant may give
   */
  public List<Maker> ways(List<Map<String, Double>> shares) {
    return switch (this) {
      case CLAIRVOYANT -> shares.stream().map(Contender::shares).toList();
      case TIERING -> List.of(tiering(1), tiering(2));
      default -> List.of(this::placement);
    };
  }

  private static Maker tiering(int threshold) {
    return (cluster, random, lineage) -> new TieringPlacement(cluster, random, threshold);
  }

  /** Its way, the first where it has several; a clairvoyant's without anything on SSDs. */
  Placement placement(Cluster cluster, SplittableRandom random, Lineage lineage) {
    return switch (this) {
      case CLAIRVOYANT -> new SharesPlacement(cluster, random, lineage, Map.of());
      case STOCK -> new Placement(cluster, random);
      case ONE_SSD -> new PolicyPlacement(cluster, random, 1);
      case ALL_SSD -> new PolicyPlacement(cluster, random, Placement.REPLICAS);
      case LRU_CACHE -> new CachePlacement(cluster, random);
      case LFU_CACHE -> new LfuCachePlacement(cluster, random);
      case RATE_CACHE -> new RateCachePlacement(cluster, random);
      case TIERING -> new TieringPlacement(cluster, random, 1);
      case SOURCE -> new LdmPlacement(cluster, random, lineage, ValueModel.QUOTIENT);
      case LDM, LDM_AGAIN -> new LdmPlacement(cluster, random, lineage, ValueModel.WORK);
      case LDM_ALL_SSD ->
          new LdmPlacement(
              cluster,
              random,
              lineage,
              ValueModel.WORK,
              List.of(Medium.SSD, Medium.SSD, Medium.SSD));
      case LDM_AUTO -> new MigratingPlacement(cluster, random, lineage, false, false);
      case LDM_LENDS -> new MigratingPlacement(cluster, random, lineage, false, true);
      case LDM_INPUTS -> new MigratingPlacement(cluster, random, lineage, true, false);
      case CEILING -> new CeilingPlacement(cluster, random);
    };
  }
}
