/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.benchmarks.cluster.flow.Resource;
import io.tierline.benchmarks.cluster.flow.Use;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Nodes in racks, and the ways between them. */
public final class Cluster {
  private final Hardware hardware;
  private final List<Node> nodes = new ArrayList<>();
  private final List<List<Node>> racks = new ArrayList<>();
  private final List<Use> up = new ArrayList<>();
  private final List<Use> down = new ArrayList<>();

  /** An idle one without data. */
  public Cluster(Hardware hardware) {
    this.hardware = hardware;
    for (int i = 0; i < hardware.nodes(); i++) {
      int rack = i / hardware.nodesPerRack();
      if (rack == racks.size()) {
        racks.add(new ArrayList<>());
        up.add(new Use(new Resource("up " + rack), 1 / hardware.rackBytesPerSecond()));
        down.add(new Use(new Resource("down " + rack), 1 / hardware.rackBytesPerSecond()));
      }
      Node node = new Node(i, rack, hardware);
      nodes.add(node);
      racks.get(rack).add(node);
    }
  }

  /** All nodes. */
  public List<Node> nodes() {
    return nodes;
  }

  /** What they are made of. */
  public Hardware hardware() {
    return hardware;
  }

  List<List<Node>> racks() {
    return racks;
  }

  /** Every device and link. */
  public List<Resource> resources() {
    List<Resource> all = new ArrayList<>();
    for (Node node : nodes) {
      all.addAll(node.disks());
      all.add(node.ssd());
      all.add(node.in().resource());
      all.add(node.out().resource());
    }
    up.forEach(use -> all.add(use.resource()));
    down.forEach(use -> all.add(use.resource()));
    return all;
  }

  /** Bytes that lie on SSDs. */
  public long ssdTaken() {
    return nodes.stream().mapToLong(node -> node.ssdBytes() - node.ssdFree()).sum();
  }

  /** What bytes take on the way from one node to another; nothing within a node. */
  public List<Use> way(Node from, Node to) {
    List<Use> way = new ArrayList<>();
    if (from != to) {
      way.add(from.out());
      if (from.rack() != to.rack()) {
        way.add(up.get(from.rack()));
        way.add(down.get(to.rack()));
      }
      way.add(to.in());
    }
    return way;
  }

  /** What a reader on that node takes of devices and links. */
  public List<Use> reading(Replica replica, Node reader) {
    List<Use> uses = way(replica.node(), reader);
    uses.add(replica.device());
    return uses;
  }

  /** What a writer on that node takes: from replica to replica, at one pace. */
  public List<Use> writing(List<Replica> replicas, Node writer) {
    List<Use> uses = new ArrayList<>();
    Node from = writer;
    for (Replica replica : replicas) {
      uses.addAll(way(from, replica.node()));
      uses.add(replica.device());
      from = replica.node();
    }
    return uses;
  }

  /**
   * HDFS's nodes for three replicas: the writer's, one of another rack, and another one of that
   * rack; where there is one rack, any.
   */
  List<Node> targets(Node writer, SplittableRandom random) {
    Node second = other(random, List.of(writer), racks.size() > 1 ? writer.rack() : -1);
    List<Node> rack = racks.get(second.rack());
    List<Node> taken = List.of(writer, second);
    List<Node> free = rack.stream().filter(node -> !taken.contains(node)).toList();
    Node third = free.isEmpty() ? other(random, taken, -1) : free.get(random.nextInt(free.size()));
    return List.of(writer, second, third);
  }

  private Node other(SplittableRandom random, List<Node> taken, int notRack) {
    while (true) {
      Node node = nodes.get(random.nextInt(nodes.size()));
      if (!taken.contains(node) && node.rack() != notRack) {
        return node;
      }
    }
  }

  /** A replica there, on that medium if it has room for it, else on a disk. */
  Replica replica(Node node, Medium medium, long bytes) {
    boolean fast = medium == Medium.SSD && node.takeSsd(bytes);
    return new Replica(node, fast ? Medium.SSD : Medium.DISK, node.nextDisk());
  }
}
