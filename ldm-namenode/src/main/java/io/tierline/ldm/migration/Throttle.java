/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Keeps moves from taking the cluster from its users: bytes per second in total and per DataNode
 * (each node a move works on is charged), and moves at a time per DataNode.
 */
public final class Throttle {
  private long nodeBytesPerSecond;
  private int movesPerNode;
  private final LongSupplier clock;
  private final TokenBucket total;
  private final Map<String, Node> nodes = new HashMap<>();

  private static final class Node {
    private final TokenBucket bucket;
    private int moves;

    private Node(TokenBucket bucket) {
      this.bucket = bucket;
    }
  }

  /**
   * Creates a throttle.
   *
   * @param totalBytesPerSecond of all moves together, above 0
   * @param nodeBytesPerSecond per DataNode, above 0
   * @param movesPerNode at a time, above 0
   * @param clock nanoseconds from some fixed moment, never going back
   */
  public Throttle(
      long totalBytesPerSecond, long nodeBytesPerSecond, int movesPerNode, LongSupplier clock) {
    require(totalBytesPerSecond, nodeBytesPerSecond, movesPerNode);
    this.nodeBytesPerSecond = nodeBytesPerSecond;
    this.movesPerNode = movesPerNode;
    this.clock = clock;
    this.total = new TokenBucket(totalBytesPerSecond, clock.getAsLong());
  }

  private static void require(long totalBytesPerSecond, long nodeBytesPerSecond, int moves) {
    if (totalBytesPerSecond < 1 || nodeBytesPerSecond < 1 || moves < 1) {
      throw new IllegalArgumentException(
          "a throttle lets something through: %d B/s, %d B/s per node, %d moves per node"
              .formatted(totalBytesPerSecond, nodeBytesPerSecond, moves));
    }
  }

  /**
   * Holds other limits from now on; moves under way stay, and what they owe is still paid.
   *
   * @param total bytes per second of all moves together, above 0
   * @param perNode bytes per second per DataNode, above 0
   * @param moves at a time per DataNode, above 0
   */
  public synchronized void limit(long total, long perNode, int moves) {
    require(total, perNode, moves);
    long now = clock.getAsLong();
    this.total.rate(total, now);
    nodes.values().forEach(node -> node.bucket.rate(perNode, now));
    nodeBytesPerSecond = perNode;
    movesPerNode = moves;
  }

  /**
   * Starts a move, or says how long to wait.
   *
   * @param members the DataNodes it works on
   * @param bytes what it copies
   * @return 0 when it has started; else nanoseconds after which to ask again, {@link
   *     Long#MAX_VALUE} when another move must end first
   */
  public synchronized long tryStart(Collection<String> members, long bytes) {
    long now = clock.getAsLong();
    long wait = total.waitNanos(now);
    for (String name : members) {
      Node node = nodes.get(name);
      if (node != null) {
        boolean busy = node.moves >= movesPerNode;
        wait = Math.max(wait, busy ? Long.MAX_VALUE : node.bucket.waitNanos(now));
      }
    }
    if (wait == 0) {
      total.take(bytes);
      for (String name : members) {
        Node node = nodes.computeIfAbsent(name, n -> newNode(now));
        node.moves++;
        node.bucket.take(bytes);
      }
    }
    return wait;
  }

  private Node newNode(long now) {
    return new Node(new TokenBucket(nodeBytesPerSecond, now));
  }

  /** Ends a move that was started on these nodes. */
  public synchronized void end(Collection<String> members) {
    long now = clock.getAsLong();
    for (String name : members) {
      Objects.requireNonNull(nodes.get(name), name).moves--;
    }
    nodes.values().removeIf(node -> node.moves == 0 && node.bucket.isFull(now));
  }
}
