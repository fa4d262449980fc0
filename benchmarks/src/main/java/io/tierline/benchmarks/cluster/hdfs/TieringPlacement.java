/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.benchmarks.cluster.flow.Flow;
import io.tierline.benchmarks.cluster.flow.Flows;
import io.tierline.benchmarks.cluster.flow.Use;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Tiering by access counts, as storage managers ship it: at intervals, blocks that have been read
 * so often have one replica moved to the SSD of its node, most reads first. Where there is no room,
 * blocks that have not been read since the last time move back. Each move reads one device and
 * writes the other, and a node begins but a few at a time, so that jobs are not stopped by them.
 */
final class TieringPlacement extends Placement {
  private static final double INTERVAL_SECONDS = 60;
  private static final int MOST_MOVES = 10;

  private final int threshold;
  private final Map<Block, Integer> reads = new HashMap<>();
  private final Map<Block, Replica> recent = new LinkedHashMap<>();
  private final Map<Node, Queue<Moved>> fast = new HashMap<>();

  /** On their way back, whose room has been given to others. */
  private final Set<Moved> leaving = new HashSet<>();

  private double lastPass;

  /** A block and its replica on an SSD. */
  private record Moved(Block block, Replica replica) {}

  /**
   * Such tiering.
   *
   * @param threshold reads from which on a block is worth a move
   */
  TieringPlacement(Cluster cluster, SplittableRandom random, int threshold) {
    super(cluster, random);
    this.threshold = threshold;
  }

  /** There is no timer of its own: with nothing read there is nothing to move. */
  @Override
  public void wasRead(Block block, Replica replica, Flows flows) {
    reads.merge(block, 1, Integer::sum);
    recent.put(block, replica);
    if (flows.now() - lastPass >= INTERVAL_SECONDS) {
      lastPass = flows.now();
      pass(flows);
      recent.clear();
    }
  }

  private void pass(Flows flows) {
    Map<Node, Integer> begun = new HashMap<>();
    List<Block> hot = new ArrayList<>(recent.keySet());
    hot.removeIf(block -> reads.get(block) < threshold);
    hot.sort(Comparator.comparingInt(block -> -reads.get(block)));
    for (Block block : hot) {
      Replica from = recent.get(block);
      if (begun.merge(from.node(), 1, Integer::sum) <= MOST_MOVES) {
        promote(block, from, flows);
      }
    }
  }

  private void promote(Block block, Replica from, Flows flows) {
    boolean isOnDisk = from.medium() == Medium.DISK && block.replicas().contains(from);
    if (isOnDisk && makeRoom(from.node(), block.bytes(), flows)) {
      Replica to = new Replica(from.node(), Medium.SSD, from.disk());
      Queue<Moved> all = fast.computeIfAbsent(from.node(), node -> new ArrayDeque<>());
      Moved moved = new Moved(block, to);
      all.add(moved);
      move(
          block,
          from,
          to,
          flows,
          () -> {},
          () -> {
            all.remove(moved);
            to.node().giveSsd(block.bytes());
          });
    }
  }

  /** Moves back those of a node that have not been read since; false where they are too few. */
  private boolean makeRoom(Node node, long bytes, Flows flows) {
    Iterator<Moved> oldest = fast.getOrDefault(node, new ArrayDeque<>()).iterator();
    while (bytes <= node.ssdBytes() && !node.takeSsd(bytes)) {
      Moved cold = nextCold(oldest);
      if (cold == null) {
        return false;
      }
      oldest.remove();
      leaving.add(cold);
      node.giveSsd(cold.block().bytes());
      Replica back = new Replica(node, Medium.DISK, cold.replica().disk());
      Runnable left = () -> leaving.remove(cold);
      move(cold.block(), cold.replica(), back, flows, left, left);
    }
    return bytes <= node.ssdBytes();
  }

  /** One that has arrived and is not read now and then. */
  private Moved nextCold(Iterator<Moved> oldest) {
    while (oldest.hasNext()) {
      Moved next = oldest.next();
      boolean hasArrived = next.block().replicas().contains(next.replica());
      if (hasArrived && !recent.containsKey(next.block())) {
        return next;
      }
    }
    return null;
  }

  @Override
  void forget(Block block) {
    reads.remove(block);
    recent.remove(block);
    for (Replica replica : block.replicas()) {
      Queue<Moved> all = replica.medium() == Medium.SSD ? fast.get(replica.node()) : null;
      if (all != null) {
        all.remove(new Moved(block, replica));
      }
    }
  }

  @Override
  boolean hasRoomOf(Block block, Replica replica) {
    return !leaving.contains(new Moved(block, replica));
  }

  /**
   * Begins a move.
   *
   * @param arrived runs at its end
   * @param deleted runs instead where the block has been deleted in the meantime
   */
  private static void move(
      Block block, Replica from, Replica to, Flows flows, Runnable arrived, Runnable deleted) {
    List<Use> uses = List.of(from.device(), to.device());
    Runnable end =
        () -> {
          int at = block.replicas().indexOf(from);
          if (at < 0) {
            deleted.run();
          } else {
            block.replicas().set(at, to);
            arrived.run();
          }
        };
    flows.start(new Flow(block.bytes(), uses, Double.POSITIVE_INFINITY, end));
  }
}
