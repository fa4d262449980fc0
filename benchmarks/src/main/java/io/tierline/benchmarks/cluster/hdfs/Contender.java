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
  /** LDM by the source's lineage quotient. */
  SOURCE,
  /** LDM as it is. */
  LDM,
  /** All that HDFS holds on SSDs without bounds, what was there before too. */
  CEILING;

  /** The contender with that key. */
  public static Contender of(String key) {
    return Keyed.of(Contender.class, key);
  }

  /** What the cluster's SSDs are for it. */
  public Hardware hardware(Hardware given) {
    return this == CEILING ? given.withSsdBytes(Long.MAX_VALUE) : given;
  }

  /**
   * Its way.
   *
   * @param lineage what it may know of the chain
   */
  public Placement placement(Cluster cluster, SplittableRandom random, Lineage lineage) {
    return switch (this) {
      case STOCK -> new Placement(cluster, random);
      case ONE_SSD -> new PolicyPlacement(cluster, random, 1);
      case ALL_SSD -> new PolicyPlacement(cluster, random, Placement.REPLICAS);
      case LRU_CACHE -> new CachePlacement(cluster, random);
      case SOURCE -> new QuotientPlacement(cluster, random, lineage);
      case LDM -> new LdmPlacement(cluster, random, lineage);
      case CEILING -> new CeilingPlacement(cluster, random);
    };
  }
}
