/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.util.Collection;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.InnerNode;
import org.apache.hadoop.net.Node;

/**
 * Counts the nodes to choose from without looking each excluded one up by its path, and looks racks
 * up without a regular expression. Stock does both for each replica, and spends a third of a
 * block's placement on it (measured, see docs/benchmarks/choose-target.md); this is what lets a
 * decision by lineage take its time and a managed block still cost a NameNode no more than stock's.
 *
 * <p>The answer is stock's; whatever is out of the ordinary is left to stock.
 */
abstract class CountingTopology extends DFSNetworkTopology {
  private static final char SEPARATOR = '/';
  private static final String ROOT = "";

  /** No count is as low as this. */
  private static final int UNCOUNTED = Integer.MIN_VALUE;

  /** True when stock is to count. */
  abstract boolean isOff();

  /** Told of what counting has thrown. Must not throw. */
  abstract void failed(String what, Throwable fault);

  @Override
  public int countNumOfAvailableNodes(String scope, Collection<Node> excludedNodes) {
    int available = UNCOUNTED;
    try {
      if (excludedNodes != null && isPlain(scope) && !isOff()) {
        available = count(scope, excludedNodes);
      }
    } catch (RuntimeException | Error e) {
      failed("counting the nodes to choose from", e);
    }
    return available == UNCOUNTED
        ? super.countNumOfAvailableNodes(scope, excludedNodes)
        : available;
  }

  private int count(String scope, Collection<Node> excludedNodes) {
    netlock.readLock().lock();
    try {
      Node root = super.getNode(ROOT);
      int excluded = 0;
      for (Node node : excludedNodes) {
        if (!(node instanceof DatanodeDescriptor) || !isBelow(node, root)) {
          return UNCOUNTED;
        }
        excluded += isUnder(node, scope) ? 1 : 0;
      }
      return leaves(root, scope) - excluded;
    } finally {
      netlock.readLock().unlock();
    }
  }

  /** As {@link #contains}, under a lock that is held already. */
  private static boolean isBelow(Node node, Node root) {
    Node above = node.getParent();
    for (int level = node.getLevel(); above != null && level > 0; level--) {
      if (above == root) {
        return true;
      }
      above = above.getParent();
    }
    return false;
  }

  @Override
  public Node getNode(String location) {
    boolean found = false;
    Node node = null;
    try {
      // The root is found by stock without a regular expression.
      if (location != null && location.length() > 1 && isPlain(location) && !isOff()) {
        node = plain(location);
        found = true;
      }
    } catch (RuntimeException | Error e) {
      failed("looking a node up by its path", e);
    }
    return found ? node : super.getNode(location);
  }

  private Node plain(String location) {
    netlock.readLock().lock();
    try {
      return below(super.getNode(ROOT), location);
    } finally {
      netlock.readLock().unlock();
    }
  }

  private static Node below(Node root, String location) {
    return ((InnerNode) root).getLoc(location.substring(1));
  }

  /** The root, or the path of one node with nothing to normalise or invert. */
  private static boolean isPlain(String scope) {
    int last = scope.length() - 1;
    return last < 0
        || (scope.charAt(0) == SEPARATOR
            && (last == 0 || (scope.charAt(last) != SEPARATOR && !scope.contains("//"))));
  }

  private static int leaves(Node root, String scope) {
    Node node = scope.length() > 1 ? below(root, scope) : root;
    if (node instanceof InnerNode inner) {
      return inner.getNumOfLeaves();
    }
    return node == null ? 0 : 1;
  }

  private static boolean isUnder(Node node, String scope) {
    String location = node.getNetworkLocation();
    int length = scope.length();
    if (length <= 1) {
      return true;
    }
    if (length <= location.length()) {
      boolean ends = length == location.length() || location.charAt(length) == SEPARATOR;
      return ends && location.startsWith(scope);
    }
    return isNodeInScope(node, scope);
  }
}
