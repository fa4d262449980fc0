/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import java.util.HashMap;
import java.util.Map;

/**
 * What {@link io.tierline.ldm.index.PathIndex} is measured against: path resolution as file systems
 * do it, from the root down, one hash look-up for each component. It stops where the tree ends.
 */
final class TreeWalk<V> {
  /** Leaves, which are most of the nodes, have no map. */
  private static final class Node<V> {
    private Map<String, Node<V>> children;
    private V value;
  }

  private final Node<V> root = new Node<>();

  static <V> TreeWalk<V> of(Map<String, V> paths) {
    TreeWalk<V> tree = new TreeWalk<>();
    paths.forEach(tree::add);
    return tree;
  }

  private void add(String path, V value) {
    Node<V> node = root;
    for (String component : path.substring(1).split("/")) {
      if (node.children == null) {
        node.children = new HashMap<>(4);
      }
      node = node.children.computeIfAbsent(component, c -> new Node<>());
    }
    node.value = value;
  }

  /** The value of the deepest entry that is the path or an ancestor of it, or null. */
  V lookup(String path) {
    Node<V> node = root;
    V deepest = node.value;
    int start = 1;
    while (node.children != null && start < path.length()) {
      int end = path.indexOf('/', start);
      if (end < 0) {
        end = path.length();
      }
      node = node.children.get(path.substring(start, end));
      if (node == null) {
        return deepest;
      }
      if (node.value != null) {
        deepest = node.value;
      }
      start = end + 1;
    }
    return deepest;
  }
}
