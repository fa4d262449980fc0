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
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.migration.ComingUses;
import io.tierline.ldm.migration.DatasetBlocks;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.MigrationPlanner;
import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.placement.ValueModel;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * LDM with {@code migration.mode=auto}: plans of its own planner, and moves within its throttles.
 *
 * <p>As in the service, a plan is made at intervals, takes the place of the one before, and moves
 * that are under way go on. Where nothing has changed since the last one, it is made again but
 * rarely: only times to coming uses are other ones then. Limits on wear are left out.
 */
final class MigratingPlacement extends LdmPlacement {
  private static final double INTERVAL = 30;
  private static final double QUIET_INTERVAL = 300;
  private static final double HOUR = 3600;
  private static final double TYPICAL_JOB = 600;
  private static final double MIN_GAIN = 0.5;
  private static final int MOST_MOVES_OF_A_PLAN = 2000;

  /** Of a node at a time, each with an equal part of the node's throttle, and in all. */
  private static final int NODE_MOVES = 2;

  private static final double NODE_BYTES_PER_SECOND = 64.0 * (1 << 20);
  private static final int MOVES = 8;

  private final boolean movesInputs;
  private final boolean lends;
  private final MigrationSettings decisions;
  private final Map<String, Node> nodes = new HashMap<>();
  private final Map<Node, Integer> busy = new HashMap<>();
  private final Set<DatasetPath> settled = new HashSet<>();
  private final Set<Block> moving = new HashSet<>();
  private Queue<Planned> queue = new ArrayDeque<>();
  private long changes;
  private long changesSeen = -1;
  private double plannedAt;

  /** A move of the plan, and its block. */
  private record Planned(Move move, Block block) {}

  /**
   * LDM on a cluster.
   *
   * @param movesInputs whether data that no registered job writes move too, which production does
   *     not do
   * @param lends whether spare room is lent to all directories without lineage
   */
  MigratingPlacement(
      Cluster cluster,
      SplittableRandom random,
      Lineage lineage,
      boolean movesInputs,
      boolean lends) {
    super(cluster, random, lineage, ValueModel.WORK);
    this.movesInputs = movesInputs;
    this.lends = lends;
    this.decisions =
        new MigrationSettings(
            HOUR,
            HOUR,
            TYPICAL_JOB,
            MIN_GAIN,
            MigrationSettings.Order.DENSITY,
            MOST_MOVES_OF_A_PLAN,
            tiers(),
            network());
    cluster.nodes().forEach(node -> nodes.put(node.name(), node));
  }

  @Override
  boolean lends() {
    return lends;
  }

  @Override
  public void begin(Flows flows, BooleanSupplier isOver) {
    tick(flows, isOver);
  }

  private void tick(Flows flows, BooleanSupplier isOver) {
    if (isOver.getAsBoolean()) {
      queue.clear();
      return;
    }
    long seen = changes + lineage().finished() + givingBack().size();
    if (seen != changesSeen || flows.now() - plannedAt >= QUIET_INTERVAL) {
      changesSeen = seen;
      plannedAt = flows.now();
      plan(flows);
    }
    flows.after(INTERVAL, () -> tick(flows, isOver));
  }

  private void plan(Flows flows) {
    boolean isScarce = table(flows.now()).tiers().stream().anyMatch(tier -> tier.threshold() > 0);
    lineage().refresh();
    ComingUses uses = lineage().comingUses(flows.now(), TYPICAL_JOB);
    List<DatasetBlocks> datasets = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (Vertex vertex : lineage().vertices()) {
      double[] seconds = isMoved(vertex) ? uses.of(vertex) : null;
      boolean isUsed = seconds != null && seconds.length > 0;
      if (isUsed ? isScarce || seconds[0] <= HOUR : seconds != null) {
        List<ManagedBlock> managed = blocks(vertex.dataset(), isUsed, blocks);
        datasets.add(
            DatasetBlocks.of(vertex.dataset().path(), seconds, decisions.tauSeconds(), managed));
      }
    }
    for (Dataset dataset : givingBack()) {
      DatasetPath path = Lineage.path(dataset.name());
      List<ManagedBlock> fast = blocks(path, false, blocks);
      datasets.add(DatasetBlocks.of(path.path(), new double[0], decisions.tauSeconds(), fast));
    }
    queue = new ArrayDeque<>();
    for (Move move : MigrationPlanner.plan(datasets, storages(), decisions)) {
      queue.add(new Planned(move, blocks.get((int) move.block())));
    }
    run(flows);
  }

  /** What is there, is not being written, and may have a replica to move. */
  private boolean isMoved(Vertex vertex) {
    Dataset dataset = dataset(vertex.dataset());
    return dataset != null
        && dataset.bytes() > 0
        && (vertex.isProduced() || movesInputs)
        && !settled.contains(vertex.dataset())
        && lineage().hasEnded(vertex.writers());
  }

  private List<ManagedBlock> blocks(DatasetPath path, boolean isUsed, List<Block> all) {
    List<ManagedBlock> managed = new ArrayList<>();
    boolean isFast = false;
    for (List<Block> file : dataset(path).files()) {
      for (Block block : file) {
        boolean isBlockFast =
            block.replicas().stream().anyMatch(replica -> replica.medium() == Medium.SSD);
        isFast |= isBlockFast;
        if ((isUsed || isBlockFast) && !moving.contains(block)) {
          managed.add(managed(path, all.size(), block));
          all.add(block);
        }
      }
    }
    if (!isUsed && !isFast) {
      settled.add(path);
    }
    return managed;
  }

  private static ManagedBlock managed(DatasetPath path, int id, Block block) {
    return new ManagedBlock(
        path.path(),
        id,
        block.bytes(),
        block.replicas().stream()
            .map(
                replica ->
                    new io.tierline.ldm.migration.Replica(
                        replica.node().name(), replica.node().rackName(), replica.medium()))
            .toList());
  }

  /** Begins as many moves as the limits allow, in the plan's order. */
  private void run(Flows flows) {
    Iterator<Planned> next = queue.iterator();
    while (moving.size() < MOVES && next.hasNext()) {
      Planned planned = next.next();
      Node from = nodes.get(planned.move().fromNode());
      Node to = nodes.get(planned.move().toNode());
      if (isFree(from) && isFree(to) && !moving.contains(planned.block())) {
        next.remove();
        begin(planned, from, to, flows);
      }
    }
  }

  private boolean isFree(Node node) {
    return busy.getOrDefault(node, 0) < NODE_MOVES;
  }

  private void begin(Planned planned, Node fromNode, Node toNode, Flows flows) {
    Block block = planned.block();
    Move move = planned.move();
    Replica from = null;
    for (Replica replica : block.replicas()) {
      if (replica.node() == fromNode && replica.medium() == move.from()) {
        from = replica;
      }
    }
    if (from == null || (move.isUp() && !toNode.takeSsd(block.bytes()))) {
      return;
    }
    Replica to = new Replica(toNode, move.to(), toNode.nextDisk());
    Set<Node> both = Set.copyOf(List.of(fromNode, toNode));
    both.forEach(node -> busy.merge(node, 1, Integer::sum));
    moving.add(block);
    List<Use> uses = cluster().way(fromNode, toNode);
    uses.add(from.device());
    uses.add(to.device());
    Replica old = from;
    Runnable end =
        () -> {
          both.forEach(node -> busy.merge(node, -1, Integer::sum));
          moving.remove(block);
          arrived(block, old, to);
          run(flows);
        };
    flows.start(new Flow(block.bytes(), uses, NODE_BYTES_PER_SECOND / NODE_MOVES, end));
  }

  private void arrived(Block block, Replica from, Replica to) {
    changes++;
    int at = block.replicas().indexOf(from);
    if (at >= 0) {
      block.replicas().set(at, to);
    }
    // What has been deleted in the meantime has given back what it had, but not this copy's.
    Replica leaves = at >= 0 ? from : to;
    if (leaves.medium() == Medium.SSD) {
      leaves.node().giveSsd(block.bytes());
    }
  }
}
