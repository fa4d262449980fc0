/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One row of the {@link GlobalStorageTable}: all volumes of a medium, by rack, those with room for
 * a block and within their wear budget as candidates in the order of their performance ratings.
 * Immutable.
 *
 * <p>Which of the volumes takes a replica is the host's choice, so the rating of a place is block
 * size over the mean seconds of the candidates there.
 */
public final class Tier {
  /** Blocks that a node with much room has room for. */
  private static final long ROOMY = 8;

  private final Medium medium;
  private final long capacityBytes;
  private final long remainingBytes;
  private final double threshold;
  private final long bytesAboveReserve;
  private final int volumes;
  private final int measured;
  private final int worn;
  private final SortedMap<String, List<Candidate>> candidates = new TreeMap<>();
  private final Map<String, Set<String>> roomy = new HashMap<>();
  private final Map<String, Ratings> nodes = new HashMap<>();
  private final Map<String, Ratings> racks = new HashMap<>();
  private final Map<String, Ratings> elsewhere = new HashMap<>();
  private final Ratings all;

  private Tier(
      Medium medium,
      Collection<StorageState> members,
      TierSettings settings,
      Network network,
      long blockBytes) {
    this.medium = medium;
    this.capacityBytes = members.stream().mapToLong(StorageState::capacityBytes).sum();
    this.remainingBytes =
        members.stream().mapToLong(m -> Math.min(m.remainingBytes(), m.capacityBytes())).sum();
    this.volumes = members.size();
    this.threshold = settings.threshold(remainingBytes, capacityBytes, volumes);
    this.bytesAboveReserve = remainingBytes - settings.reserveBytes(capacityBytes, volumes);
    this.measured = (int) members.stream().filter(m -> m.device().measured()).count();
    this.worn = (int) members.stream().filter(m -> m.device().worn()).count();
    List<StorageState> withRoom =
        members.stream()
            .filter(m -> m.remainingBytes() >= blockBytes && !m.device().worn())
            .toList();
    for (StorageState member : withRoom) {
      add(member, network, blockBytes);
    }
    Comparator<Candidate> fastest =
        Comparator.comparingDouble(Candidate::rating)
            .reversed()
            .thenComparing(Candidate::node)
            .thenComparing(Candidate::storage);
    candidates.values().forEach(rack -> rack.sort(fastest));
    Ratings room = Ratings.of(withRoom, network, blockBytes);
    this.all = room.isEmpty() ? Ratings.of(members, network, blockBytes) : room;
    racks.forEach((rack, ratings) -> elsewhere.put(rack, room.without(ratings)));
  }

  private void add(StorageState member, Network network, long blockBytes) {
    if (member.remainingBytes() >= ROOMY * blockBytes) {
      roomy.computeIfAbsent(member.rack(), rack -> new HashSet<>()).add(member.node());
    }
    DeviceSpeeds speeds = member.device().speeds();
    double rating = speeds.rating(Distance.NODE, network, blockBytes);
    candidates
        .computeIfAbsent(member.rack(), rack -> new ArrayList<>())
        .add(
            new Candidate(
                member.node(), member.device().storage(), rating, member.device().measured()));
    nodes.computeIfAbsent(member.node(), node -> new Ratings()).add(member, network, blockBytes);
    racks.computeIfAbsent(member.rack(), rack -> new Ratings()).add(member, network, blockBytes);
  }

  /**
   * A row.
   *
   * @param members at least one volume
   */
  static Tier of(
      Medium medium,
      Collection<StorageState> members,
      TierSettings settings,
      Network network,
      long blockBytes) {
    return new Tier(medium, members, settings, network, blockBytes);
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

  /** Nodes of a rack where so many blocks more can come before the next table knows of them. */
  int roomyNodes(String rack) {
    return roomy.getOrDefault(rack, Set.of()).size();
  }

  /** How many volumes it has. */
  public int volumeCount() {
    return volumes;
  }

  /** How many of its volumes an agent has measured; the others are taken for typical ones. */
  public int measuredCount() {
    return measured;
  }

  /** How many of its volumes have had their writes for today. */
  public int wornCount() {
    return worn;
  }

  /** What an explanation names of it. */
  TierState state() {
    double used = 1 - (double) remainingBytes / Math.max(1, capacityBytes);
    return new TierState(medium, rating(Distance.NODE), measured, volumes, used, threshold, worn);
  }

  /** Volumes with room for a block, by rack, each rack's fastest first. */
  public Map<String, List<Candidate>> candidates() {
    return Collections.unmodifiableMap(candidates);
  }

  /** What a block may expect of its volumes at that distance, in MiB/s. */
  public double rating(Distance distance) {
    return all.at(distance);
  }

  boolean admits(double quotient, Admission admission) {
    return switch (admission) {
      case BY_THRESHOLD -> quotient > 0 && quotient >= threshold;
      case ABOVE_RESERVE -> quotient > 0 && bytesAboveReserve > 0;
      case SPARE -> bytesAboveReserve > 0;
      case NONE -> false;
    };
  }

  /** What is left of it above its reserve; below 0 when it is fuller than that. */
  public long bytesAboveReserve() {
    return bytesAboveReserve;
  }

  /** Two replicas of a block never share a node. */
  boolean hasNodeFor(int[] taken) {
    return nodes.size() > taken[medium.ordinal()];
  }

  /** Some node with room in another rack than that one. */
  Place placeOutside(String rack) {
    for (String other : candidates.keySet()) {
      if (!other.equals(rack)) {
        return new Place("", other);
      }
    }
    return Place.OUTSIDE;
  }

  /** The rating of its volumes nearest to the place, no nearer than the rack rule lets them be. */
  double rating(Place from, Distance nearest) {
    Ratings own = nearest == Distance.NODE ? nodes.get(from.node()) : null;
    if (own != null) {
      return own.at(Distance.NODE);
    }
    Ratings near = nearest == Distance.REMOTE ? null : racks.get(from.rack());
    if (near != null) {
      return near.at(Distance.RACK);
    }
    Ratings far = elsewhere.get(from.rack());
    return (far == null || far.isEmpty() ? all : far).at(Distance.REMOTE);
  }
}
