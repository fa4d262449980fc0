/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The global storage table GST: which lineage quotients each medium is for, given how fast it is
 * from where the block is written and how full it is.
 *
 * <p>Source: Mishra 2018, chapter 5. Ours: a tier's range of quotients is open above and starts at
 * an admission threshold that rises as the tier fills; a replica goes to the medium with the
 * highest refactored PR among those that admit it. {@link TierSettings#BASE} admits everything, so
 * a medium that is slower from there than a disk at hand is never chosen.
 *
 * <p>A snapshot, rebuilt off the hot path; every question is answered from arrays of a handful of
 * elements, and plans that were made by it are remembered. It changes in one thing only: what is
 * spare is spent by what it is told of.
 */
public final class GlobalStorageTable {
  /** Size of a block where the cluster's own is not at hand: HDFS's default. */
  public static final long BLOCK_BYTES = 128L << 20;

  /** A table that knows no storage yet: everything stays with the base medium. */
  public static final GlobalStorageTable EMPTY =
      of(List.of(), TierSettings.DEFAULT, Network.TYPICAL, BLOCK_BYTES);

  /** Beside the first: more replicas than that have few files. */
  private static final int MOST_FURTHER = 9;

  /** Of a block, as most files have them: all that is to come may become as many on fast tiers. */
  private static final double REPLICAS = 3;

  private final Map<Medium, Tier> tiers;
  private final Spread spread;
  private final ReadRatings reads;
  private final double shareOfAnother;
  private final double wornThreshold;
  private final DecisionBasis basis;
  private final ValueModel value;
  private final long blockBytes;
  private final Map<DatasetPath, Allowance> allowances;
  private final AtomicLong spared = new AtomicLong();
  private final AtomicLong claimed = new AtomicLong();
  private final double wantedBytes;
  private final KnownPlans plans = new KnownPlans();

  /**
   * Where storage is.
   *
   * @param worn nodes with an SSD that has had its writes for today
   */
  private record Spread(Set<String> racks, Set<String> nodes, Set<String> worn) {
    static Spread of(Collection<StorageState> storages) {
      Spread spread = new Spread(new HashSet<>(), new HashSet<>(), new HashSet<>());
      for (StorageState storage : storages) {
        spread.racks.add(storage.rack());
        spread.nodes.add(storage.node());
        if (storage.device().worn()) {
          spread.worn.add(storage.node());
        }
      }
      return spread;
    }
  }

  private GlobalStorageTable(
      Map<Medium, Tier> tiers,
      Spread spread,
      ReadRatings reads,
      ValueModel value,
      long blockBytes,
      Map<DatasetPath, Allowance> allowances,
      double wantedBytes) {
    this.tiers = tiers;
    this.spread = spread;
    this.reads = reads;
    this.value = value;
    this.wornThreshold = wornThreshold(tiers);
    this.shareOfAnother = shareOfAnother(tiers);
    this.basis = new DecisionBasis(tiers.values().stream().map(Tier::state).toList());
    this.blockBytes = blockBytes;
    this.allowances = allowances;
    this.wantedBytes = wantedBytes;
  }

  /**
   * Builds the table.
   *
   * @param storages all volumes of DataNodes in service
   * @param settings which media are managed and how tiers admit
   * @param network what the network lets a stream have
   * @param blockBytes size of a typical block, above 0
   */
  public static GlobalStorageTable of(
      Collection<StorageState> storages, TierSettings settings, Network network, long blockBytes) {
    Map<Medium, List<StorageState>> byMedium = new EnumMap<>(Medium.class);
    for (StorageState storage : storages) {
      if (storage.medium() == TierSettings.BASE || settings.managed().contains(storage.medium())) {
        byMedium.computeIfAbsent(storage.medium(), m -> new ArrayList<>()).add(storage);
      }
    }
    Map<Medium, Tier> tiers = new EnumMap<>(Medium.class);
    byMedium.forEach(
        (medium, members) ->
            tiers.put(medium, Tier.of(medium, members, settings, network, blockBytes)));
    ReadRatings reads = ReadRatings.of(storages, network, blockBytes);
    return new GlobalStorageTable(
        tiers, Spread.of(storages), reads, settings.value(), blockBytes, Map.of(), 0);
  }

  /** The same storages, with what is foreseen, for typical blocks. */
  public GlobalStorageTable foreseeing(Map<DatasetPath, Outlook> datasets) {
    return foreseeing(new Outlooks(datasets), blockBytes);
  }

  /**
   * The same storages, with what is foreseen of the datasets that are being written.
   *
   * @param looked what it is, and what was placed since
   * @param meanBlockBytes length of a block, above 0
   */
  public GlobalStorageTable foreseeing(Outlooks looked, long meanBlockBytes) {
    Map<DatasetPath, Allowance> told =
        value == ValueModel.WORK
            ? looked.allowances(bytesAboveReserve(), roomBytes(), MOST_FURTHER, meanBlockBytes)
            : Map.of();
    return new GlobalStorageTable(
        tiers, spread, reads, value, blockBytes, told, REPLICAS * looked.mostBytes());
  }

  /**
   * The table of a cluster that is planned for but not there: two racks, in each as many nodes as a
   * block has replicas, each with an empty SSD and an empty disk.
   */
  public static GlobalStorageTable reference(int replicas) {
    long size = 1L << 40;
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < 2 * Math.max(1, replicas); i++) {
      String rack = "/rack" + i % 2;
      storages.add(new StorageState("node" + i, rack, Medium.SSD, size, size));
      storages.add(new StorageState("node" + i, rack, Medium.DISK, size, size));
    }
    return of(storages, TierSettings.DEFAULT, Network.TYPICAL, BLOCK_BYTES);
  }

  /** True when an SSD of the node has had its writes for today. */
  public boolean isWorn(String node) {
    return !spread.worn.isEmpty() && spread.worn.contains(node);
  }

  /** True when a tier would take a block of that quotient if its volumes were not worn. */
  public boolean isHeldBackByWear(double quotient) {
    return quotient > 0 && quotient >= wornThreshold;
  }

  private static double wornThreshold(Map<Medium, Tier> tiers) {
    return tiers.values().stream()
        .filter(tier -> tier.wornCount() > 0 && tier.nodeCount() == 0)
        .mapToDouble(Tier::threshold)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** By what a replica's worth is measured. */
  ValueModel value() {
    return value;
  }

  /** What the room that is left is for, as far as that dataset goes. */
  Latitude latitude(DatasetPath dataset) {
    Allowance allowance = allowances.isEmpty() ? null : allowances.get(dataset);
    return allowance == null ? Latitude.NONE : allowance.now(spared.get(), claimed.get());
  }

  /** A block of that dataset was placed by a plan of this table. Never blocks. */
  public void placed(DatasetPath dataset, PlacementPlan plan) {
    Allowance allowance = allowances.isEmpty() ? null : allowances.get(dataset);
    if (allowance != null) {
      allowance.placed();
      int spare = plan.spared();
      if (spare > 0) {
        spared.addAndGet(spare);
      }
      if (allowance.givesWay()) {
        claimed.addAndGet(plan.fast() - spare);
      }
    }
  }

  /** Room on fast tiers above their reserves; none while any of their volumes is worn. */
  long roomBytes() {
    boolean isWorn = fastTiers().anyMatch(tier -> tier.wornCount() > 0);
    return isWorn ? 0 : bytesAboveReserve();
  }

  private long bytesAboveReserve() {
    return fastTiers().mapToLong(Tier::bytesAboveReserve).sum();
  }

  private Stream<Tier> fastTiers() {
    return tiers.values().stream().filter(tier -> tier.medium() != TierSettings.BASE);
  }

  /**
   * Whether there is room on fast tiers beside all replicas of what registered jobs are to write,
   * as far as that is foreseen.
   */
  public boolean hasRoomToLend() {
    return value == ValueModel.WORK && roomBytes() > wantedBytes;
  }

  /** Whether what is foreseen has less room than it may take. */
  public boolean wantsLentRoom() {
    return wantedBytes > 0 && bytesAboveReserve() < wantedBytes;
  }

  /**
   * Chooses the medium for a replica.
   *
   * @param admission which tiers take it
   * @param quotient the block's lineage quotient for this replica
   * @param from the place the replica is seen from
   * @param distance the nearest the replica may be under the rack rule
   * @param taken replicas of this block that are on each medium already, by ordinal
   */
  ReplicaChoice choose(
      Admission admission, double quotient, Place from, Distance distance, int[] taken) {
    Tier best = null;
    double bestRating = -1;
    for (Tier tier : tiers.values()) {
      boolean base = tier.medium() == TierSettings.BASE;
      boolean admits = base || (tier.admits(quotient, admission) && tier.hasNodeFor(taken));
      double rating = admits ? tier.rating(from, distance) : -1;
      if (rating > bestRating) {
        best = tier;
        bestRating = rating;
      }
    }
    return best == null
        ? new ReplicaChoice(TierSettings.BASE, quotient, 0)
        : new ReplicaChoice(best.medium(), quotient, bestRating);
  }

  /**
   * Whether so many replicas of a block find fast tiers with much room beside the writer's node: in
   * whichever other rack is taken for them, or in its own where there is no other. Stock looks for
   * nodes by their types and not by their room, so in other nodes it may find none when tiers are
   * nearly full; in the writer's own it looks at all of them.
   */
  boolean hasFastNodesBeside(Place writer, int replicas) {
    boolean isOneRack = rackCount() <= 1;
    return spread.racks.stream()
        .filter(rack -> isOneRack || !rack.equals(writer.rack()))
        .allMatch(
            rack ->
                fastTiers().mapToInt(tier -> tier.roomyNodes(rack)).max().orElse(0)
                    >= (isOneRack ? replicas + 1 : replicas));
  }

  /** Where a replica on that medium may be when it must not be in that rack. */
  Place placeOutside(String rack, Medium medium) {
    Tier tier = tiers.get(medium);
    return tier == null ? Place.OUTSIDE : tier.placeOutside(rack);
  }

  /**
   * What a reading saves by one more fast replica in its own node when another node has one, as a
   * share of what it saves when none has: 0 where the network brings a remote fast replica as fast
   * as a local one, 1 where even a local disk is faster than that.
   */
  double shareOfAnother() {
    return shareOfAnother;
  }

  private static double shareOfAnother(Map<Medium, Tier> tiers) {
    Tier base = tiers.get(TierSettings.BASE);
    Tier fast = tiers.values().stream().findFirst().orElse(null);
    if (base == null || fast == null || fast == base) {
      return 1;
    }
    double here = 1 / fast.rating(Distance.NODE);
    double there = 1 / fast.rating(Distance.REMOTE);
    double disk = 1 / base.rating(Distance.NODE);
    return disk <= here ? 1 : (Math.min(disk, there) - here) / (disk - here);
  }

  /** In which order replicas are offered to a reader. */
  public ReadRatings reads() {
    return reads;
  }

  /** The plans that were made by this table. */
  KnownPlans plans() {
    return plans;
  }

  /** What a decision by this table goes by, to be kept with it. */
  public DecisionBasis basis() {
    return basis;
  }

  /** The tiers that have storage, fastest kind first. */
  public List<Tier> tiers() {
    return List.copyOf(tiers.values());
  }

  /** How many volumes of the medium there are that is not fast. */
  public int diskCount() {
    Tier disks = tiers.get(TierSettings.BASE);
    return disks == null ? 0 : disks.volumeCount();
  }

  /** How many racks have storage. */
  public int rackCount() {
    return spread.racks.size();
  }

  /** How many nodes have storage. */
  public int nodeCount() {
    return spread.nodes.size();
  }
}
