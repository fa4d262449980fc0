/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.FlowNode.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the ways of a flow on which a run can only be killed, and takes them for ways after a
 * failure: a decision that finds data missing and has an e-mail sent is no different from an action
 * that fails.
 */
final class DeadEnds {
  private DeadEnds() {}

  /** The definition with those ways marked. */
  static Definition marked(Definition definition) {
    Set<String> alive = reachingEnd(definition.nodes());
    List<FlowNode> nodes = new ArrayList<>();
    for (FlowNode node : definition.nodes()) {
      List<Transition> ways =
          node.transitions().stream()
              .map(way -> alive.contains(way.to()) ? way : way.afterFailure())
              .toList();
      nodes.add(new FlowNode(node.kind(), node.name(), node.line(), ways, node.body()));
    }
    return definition.with(nodes);
  }

  private static Set<String> reachingEnd(List<FlowNode> nodes) {
    Map<String, List<String>> before = new HashMap<>();
    Deque<String> open = new ArrayDeque<>();
    for (FlowNode node : nodes) {
      node.transitions()
          .forEach(
              way -> before.computeIfAbsent(way.to(), to -> new ArrayList<>()).add(node.name()));
      if (node.kind() == Kind.END) {
        open.add(node.name());
      }
    }
    Set<String> alive = new HashSet<>(open);
    while (!open.isEmpty()) {
      for (String name : before.getOrDefault(open.remove(), List.of())) {
        if (alive.add(name)) {
          open.add(name);
        }
      }
    }
    return alive;
  }
}
