/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.whatif;

import io.tierline.ldm.migration.CopyCost;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.MoveRules;
import io.tierline.ldm.migration.Replica;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What moves would cost and save, computed on a picture of the cluster in which they are made one
 * after the other. A move counts only where its replica is where the move takes it from and may
 * still go; so one that has been made counts for nothing.
 *
 * <p>A job reads a block from the best medium that holds a replica of it, in its own node; costs
 * are those of {@link CopyCost}, which plans are made by.
 *
 * @param moves moves that would be made
 * @param skipped moves that would not: made already, or the block or its nodes have changed
 * @param bytes what the moves copy
 * @param ssdBytes what of it is written to flash, which wears by it
 * @param copySeconds the copies one after the other, on idle devices and unthrottled
 * @param throttledSeconds the least time that throttles let the copies take
 * @param jobs what they mean to each job, by name
 * @param tiers how full each tier is and would be, fastest first
 */
public record WhatIf(
    int moves,
    int skipped,
    long bytes,
    long ssdBytes,
    double copySeconds,
    double throttledSeconds,
    List<JobGain> jobs,
    List<TierFill> tiers) {

  /**
   * How fast moves may be.
   *
   * @param totalBytesPerSecond of all moves together, above 0
   * @param nodeBytesPerSecond of those that a DataNode works on, above 0
   */
  public record Throttles(long totalBytesPerSecond, long nodeBytesPerSecond) {}

  /** Copies the lists; the record is immutable. */
  public WhatIf {
    jobs = List.copyOf(jobs);
    tiers = List.copyOf(tiers);
  }

  /** Seconds of reading that all jobs save together. */
  public double savedSeconds() {
    return jobs.stream().mapToDouble(JobGain::savedSeconds).sum();
  }

  /**
   * Computes it.
   *
   * @param moves what is to be moved, in this order
   * @param datasets all blocks that the moves concern, and more if wanted, with their readers
   * @param storages all volumes of DataNodes in service
   * @param network what the network lets a stream have
   * @param throttles how fast moves may be
   */
  public static WhatIf of(
      Collection<Move> moves,
      Collection<ReadDataset> datasets,
      Collection<StorageState> storages,
      Network network,
      Throttles throttles) {
    Picture picture = new Picture(datasets, storages, new CopyCost(network, storages));
    moves.forEach(picture::make);
    return new WhatIf(
        picture.moves,
        picture.skipped,
        picture.bytes,
        picture.ssdBytes,
        picture.copySeconds,
        picture.throttledSeconds(throttles),
        picture.jobs(datasets),
        picture.tiers(storages));
  }

  /** The cluster in the course of the moves. */
  private static final class Picture {
    private final CopyCost cost;
    private final Map<String, String> racks = new HashMap<>();
    private final Map<Long, ManagedBlock> blocks = new HashMap<>();
    private final Map<String, Long> nodeBytes = new HashMap<>();
    private final Map<Medium, Long> added = new EnumMap<>(Medium.class);
    private int moves;
    private int skipped;
    private long bytes;
    private long ssdBytes;
    private double copySeconds;

    Picture(Collection<ReadDataset> datasets, Collection<StorageState> storages, CopyCost cost) {
      this.cost = cost;
      storages.forEach(storage -> racks.put(storage.node(), storage.rack()));
      for (ReadDataset dataset : datasets) {
        dataset.blocks().forEach(block -> blocks.put(block.id(), block));
      }
    }

    void make(Move move) {
      ManagedBlock block = blocks.get(move.block());
      String rack = racks.get(move.toNode());
      if (block == null
          || rack == null
          || MoveRules.check(block, block.replicas().size(), move, rack).isPresent()) {
        skipped++;
        return;
      }
      moves++;
      bytes += block.bytes();
      ssdBytes += move.to() == Medium.SSD ? block.bytes() : 0;
      copySeconds += cost.copy(block.bytes(), move.from(), move.to(), move.staysOnNode());
      move.nodes().forEach(node -> nodeBytes.merge(node, block.bytes(), Long::sum));
      added.merge(move.to(), block.bytes(), Long::sum);
      added.merge(move.from(), -block.bytes(), Long::sum);
      blocks.put(block.id(), moved(block, move, rack));
    }

    private static ManagedBlock moved(ManagedBlock block, Move move, String rack) {
      List<Replica> replicas = new ArrayList<>(block.replicas());
      replicas.removeIf(r -> r.node().equals(move.fromNode()) && r.medium() == move.from());
      replicas.add(new Replica(move.toNode(), rack, move.to()));
      return new ManagedBlock(block.file(), block.id(), block.bytes(), replicas);
    }

    double throttledSeconds(Throttles throttles) {
      long busiest = nodeBytes.values().stream().mapToLong(Long::longValue).max().orElse(0);
      return Math.max(
          (double) bytes / throttles.totalBytesPerSecond(),
          (double) busiest / throttles.nodeBytesPerSecond());
    }

    List<JobGain> jobs(Collection<ReadDataset> datasets) {
      Map<String, JobGain> gains = new TreeMap<>();
      for (ReadDataset dataset : datasets) {
        long size = 0;
        double now = 0;
        double then = 0;
        for (ManagedBlock block : dataset.blocks()) {
          size += block.bytes();
          now += reading(block);
          then += reading(blocks.getOrDefault(block.id(), block));
        }
        for (String job : dataset.readers()) {
          JobGain before = gains.getOrDefault(job, new JobGain(job, 0, 0, 0));
          gains.put(job, before.plus(size, now, then));
        }
      }
      return List.copyOf(gains.values());
    }

    private double reading(ManagedBlock block) {
      return block.replicas().stream()
          .mapToDouble(replica -> cost.reading(block.bytes(), replica.medium()))
          .min()
          .orElse(0);
    }

    List<TierFill> tiers(Collection<StorageState> storages) {
      Map<Medium, TierFill> fills = new EnumMap<>(Medium.class);
      for (StorageState storage : storages) {
        Medium medium = storage.medium();
        TierFill before = fills.getOrDefault(medium, new TierFill(medium, 0, 0, 0));
        long used =
            before.usedBytesNow() + Math.max(0, storage.capacityBytes() - storage.remainingBytes());
        long capacity = before.capacityBytes() + storage.capacityBytes();
        fills.put(medium, new TierFill(medium, capacity, used, used));
      }
      return fills.values().stream()
          .map(
              fill ->
                  new TierFill(
                      fill.medium(),
                      fill.capacityBytes(),
                      fill.usedBytesNow(),
                      fill.usedBytesNow() + added.getOrDefault(fill.medium(), 0L)))
          .toList();
    }
  }
}
