/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.benchmarks.cluster.flow.Flows;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Where replicas go, and which one is read. As it stands it is stock HDFS: disks for everything,
 * and the nearest replica for a reader.
 */
public class Placement {
  /** Replicas of a block. */
  public static final int REPLICAS = 3;

  static final List<Medium> ON_DISKS = List.of(Medium.DISK, Medium.DISK, Medium.DISK);

  private final Cluster cluster;
  private final SplittableRandom random;

  Placement(Cluster cluster, SplittableRandom random) {
    this.cluster = cluster;
    this.random = random;
  }

  final Cluster cluster() {
    return cluster;
  }

  /**
   * Places a new block of a dataset, and takes the room that it needs. What finds no room on the
   * SSD of its node goes to that of the next one, as HDFS has it.
   */
  public final Block place(Dataset dataset, long bytes, Node writer, double now) {
    List<Medium> media = media(dataset, writer, now);
    List<Node> nodes = cluster.targets(writer, random);
    List<Replica> replicas = new ArrayList<>();
    int missed = 0;
    for (int i = 0; i < REPLICAS; i++) {
      Medium wanted = missed > 0 ? Medium.SSD : media.get(i);
      Replica replica = cluster.replica(nodes.get(i), wanted, bytes);
      missed += media.get(i) == Medium.SSD ? 1 : 0;
      missed -= replica.medium() == Medium.SSD ? 1 : 0;
      replicas.add(replica);
    }
    return new Block(bytes, replicas);
  }

  /** A block that was there before anything ran. */
  public Block existing(long bytes) {
    Node first = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
    List<Replica> replicas = new ArrayList<>();
    for (Node node : cluster.targets(first, random)) {
      replicas.add(cluster.replica(node, Medium.DISK, bytes));
    }
    return new Block(bytes, replicas);
  }

  /** The media of the replicas of a new block, the writer's first. */
  List<Medium> media(Dataset dataset, Node writer, double now) {
    return ON_DISKS;
  }

  /** The replica that a reader on that node is sent to; any of those that are alike. */
  public final Replica choose(Block block, Node reader) {
    Comparator<Replica> order = order(reader);
    Replica best = null;
    int alike = 0;
    for (Replica replica : block.replicas()) {
      int compared = best == null ? -1 : order.compare(replica, best);
      alike = compared < 0 ? 1 : alike + (compared == 0 ? 1 : 0);
      if (compared < 0 || (compared == 0 && random.nextInt(alike) == 0)) {
        best = replica;
      }
    }
    return best;
  }

  /** Which replicas come first. */
  Comparator<Replica> order(Node reader) {
    return Comparator.comparing(replica -> distance(replica, reader));
  }

  static Distance distance(Replica replica, Node reader) {
    if (replica.node() == reader) {
      return Distance.NODE;
    }
    return replica.node().rack() == reader.rack() ? Distance.RACK : Distance.REMOTE;
  }

  /** A task has read that replica to its end. */
  public void wasRead(Block block, Replica replica, Flows flows) {}

  /** A dataset that is there, or comes to be. */
  public void knows(Dataset dataset) {}

  /** A job has ended. */
  public void finished(String job) {}

  /**
   * The jobs begin now.
   *
   * @param isOver true when no job is to come that has not begun
   */
  public void begin(Flows flows, BooleanSupplier isOver) {}

  /** Deletes a dataset: what it took is free again. */
  public final void delete(Dataset dataset) {
    for (List<Block> file : dataset.files()) {
      for (Block block : file) {
        forget(block);
        for (Replica replica : block.replicas()) {
          if (replica.medium() == Medium.SSD && hasRoomOf(block, replica)) {
            replica.node().giveSsd(block.bytes());
          }
        }
        block.replicas().clear();
      }
    }
    dataset.clear();
  }

  /** A block is about to be deleted. */
  void forget(Block block) {}

  /** Whether what a replica on an SSD took has not been given back before. */
  boolean hasRoomOf(Block block, Replica replica) {
    return true;
  }
}
