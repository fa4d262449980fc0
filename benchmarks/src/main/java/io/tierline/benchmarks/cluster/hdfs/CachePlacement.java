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
import io.tierline.ldm.rating.Medium;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Each node's SSD holds what was read of its disks last. A copy costs the SSD's writing, not
 * another reading of the disk, and dropping one costs nothing: the cheapest form of reactive
 * tiering.
 */
class CachePlacement extends Placement {
  private final Map<Node, Map<Block, Replica>> held = new HashMap<>();

  CachePlacement(Cluster cluster, SplittableRandom random) {
    super(cluster, random);
  }

  @Override
  public void wasRead(Block block, Replica replica, Flows flows) {
    Map<Block, Replica> recent =
        held.computeIfAbsent(replica.node(), node -> new LinkedHashMap<>(16, 0.75f, true));
    boolean isHeld = recent.get(block) != null;
    if (admits(block, replica.node(), flows.now())
        && !isHeld
        && makeRoom(replica.node(), recent, block.bytes())) {
      Replica copy = new Replica(replica.node(), Medium.SSD, replica.disk());
      recent.put(block, copy);
      flows.start(
          new Flow(
              block.bytes(),
              List.of(copy.device()),
              Double.POSITIVE_INFINITY,
              () -> arrived(block, copy, recent)));
    }
  }

  /** Unless it has been dropped in the meantime, it is read in the place of the disk's. */
  private static void arrived(Block block, Replica copy, Map<Block, Replica> recent) {
    if (recent.containsKey(block)) {
      block.replicas().replaceAll(replica -> replica.node() == copy.node() ? copy : replica);
    }
  }

  private boolean makeRoom(Node node, Map<Block, Replica> recent, long bytes) {
    if (bytes > node.ssdBytes()) {
      return false;
    }
    while (!node.takeSsd(bytes)) {
      Block victim = victim(recent.keySet());
      drop(victim, recent.remove(victim));
    }
    return true;
  }

  /** Told of each read there; whether the block is worth a copy, if it has none. */
  boolean admits(Block block, Node node, double now) {
    return true;
  }

  /** Which one makes room, of some whose least recently read comes first. */
  Block victim(Set<Block> held) {
    return held.iterator().next();
  }

  /** A copy that is on its way has taken its room, and nobody will read it. */
  @Override
  void forget(Block block) {
    for (Map<Block, Replica> recent : held.values()) {
      Replica copy = recent.remove(block);
      if (copy != null && !block.replicas().contains(copy)) {
        copy.node().giveSsd(block.bytes());
      }
    }
  }

  private static void drop(Block block, Replica copy) {
    copy.node().giveSsd(block.bytes());
    block.replicas().replaceAll(replica -> replica == copy ? onDisk(copy) : replica);
  }

  private static Replica onDisk(Replica copy) {
    return new Replica(copy.node(), Medium.DISK, copy.disk());
  }
}
