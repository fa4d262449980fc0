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
 * Counts the nodes to choose from without looking each excluded one up by its path. Stock does so,
 * with a regular expression for each, and spends a third of a block's placement on it (measured,
 * see docs/benchmarks/choose-target.md); this is what lets a decision by lineage take its time and
 * a managed block still cost a NameNode no more than stock's.
 *
 * <p>The answer is stock's; whatever is out of the ordinary is left to stock.
 */
abstract class CountingTopology extends DFSNetworkTopology {
  private static final char SEPARATOR = '/';

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
      int excluded = 0;
      for (Node node : excludedNodes) {
        if (!(node instanceof DatanodeDescriptor) || !contains(node)) {
          return UNCOUNTED;
        }
        excluded += isUnder(node, scope) ? 1 : 0;
      }
      return leaves(scope) - excluded;
    } finally {
      netlock.readLock().unlock();
    }
  }

  /** The root, or the path of one node with nothing to normalise or invert. */
  private static boolean isPlain(String scope) {
    int last = scope.length() - 1;
    return last == 0
        ? scope.charAt(0) == SEPARATOR
        : last > 0
            && scope.charAt(0) == SEPARATOR
            && scope.charAt(last) != SEPARATOR
            && !scope.contains("//");
  }

  private int leaves(String scope) {
    if (scope.length() == 1) {
      return getNumOfLeaves();
    }
    Node node = getNode(scope);
    if (node instanceof InnerNode inner) {
      return inner.getNumOfLeaves();
    }
    return node == null ? 0 : 1;
  }

  private static boolean isUnder(Node node, String scope) {
    String location = node.getNetworkLocation();
    int length = scope.length();
    if (length == 1) {
      return true;
    }
    if (length <= location.length()) {
      boolean ends = length == location.length() || location.charAt(length) == SEPARATOR;
      return ends && location.startsWith(scope);
    }
    return isNodeInScope(node, scope);
  }
}
