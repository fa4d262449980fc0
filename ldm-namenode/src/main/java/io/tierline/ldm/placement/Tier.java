/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.rating.PerformanceRating;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** One row of the {@link GlobalStorageTable}: all volumes of a medium. */
public final class Tier {
  private final Medium medium;
  private final long capacityBytes;
  private final long remainingBytes;
  private final double threshold;
  private final double[] ratings;
  private final Set<String> nodes;
  private final Set<String> racks;

  private Tier(
      Medium medium,
      long[] capacityAndRemaining,
      double threshold,
      double[] ratings,
      Set<String> nodes,
      Set<String> racks) {
    this.medium = medium;
    this.capacityBytes = capacityAndRemaining[0];
    this.remainingBytes = capacityAndRemaining[1];
    this.threshold = threshold;
    this.ratings = ratings;
    this.nodes = nodes;
    this.racks = racks;
  }

  static Tier of(
      Medium medium,
      Collection<StorageState> members,
      TierSettings settings,
      Network network,
      long blockBytes) {
    long capacity = 0;
    long remaining = 0;
    Set<String> nodes = new HashSet<>();
    Set<String> racks = new TreeSet<>();
    for (StorageState member : members) {
      capacity += member.capacityBytes();
      remaining += Math.min(member.remainingBytes(), member.capacityBytes());
      if (member.remainingBytes() >= blockBytes) {
        nodes.add(member.node());
        racks.add(member.rack());
      }
    }
    double fill = capacity == 0 ? 1 : 1 - (double) remaining / capacity;
    double[] ratings = new double[Distance.values().length];
    for (Distance distance : Distance.values()) {
      ratings[distance.ordinal()] =
          PerformanceRating.of(medium.typical(), distance, network, blockBytes);
    }
    long[] sizes = {capacity, remaining};
    return new Tier(medium, sizes, settings.threshold(fill), ratings, nodes, racks);
  }

  /** What the tier's volumes are made of. */
  public Medium medium() {
    return medium;
  }

  /** Size of all its volumes. */
  public long capacityBytes() {
    return capacityBytes;
  }

  /** What HDFS may still use of them. */
  public long remainingBytes() {
    return remainingBytes;
  }

  /** The least lineage quotient it admits, from 0 (any read block) to 1 (none). */
  public double threshold() {
    return threshold;
  }

  /** Nodes with room for a block on this medium. */
  public int nodeCount() {
    return nodes.size();
  }

  /** Its rating at that distance, in MiB/s. */
  public double rating(Distance distance) {
    return ratings[distance.ordinal()];
  }

  boolean admits(double quotient) {
    return quotient > 0 && quotient >= threshold;
  }

  /** Two replicas of a block never share a node. */
  boolean hasNodeFor(int[] taken) {
    return nodes.size() > taken[medium.ordinal()];
  }

  /** Some node with room in another rack than that one. */
  Place placeOutside(String rack) {
    for (String other : racks) {
      if (!other.equals(rack)) {
        return new Place("", other);
      }
    }
    return Place.OUTSIDE;
  }

  /** The rating of its volume nearest to the place, no nearer than the rack rule lets it be. */
  double rating(Place from, Distance nearest) {
    if (nearest == Distance.NODE && nodes.contains(from.node())) {
      return rating(Distance.NODE);
    }
    if (nearest != Distance.REMOTE && racks.contains(from.rack())) {
      return rating(Distance.RACK);
    }
    return rating(Distance.REMOTE);
  }
}
