/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.xml.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks the control flow from the start, as Oozie does: every transition leads to a node, and none
 * leads back. A node that nothing leads to is not looked at: Oozie takes it, and never runs it.
 */
final class FlowCheck {
  private final Definition definition;
  private final Map<String, FlowNode> nodes = new HashMap<>();

  /** Nodes seen; those on the way from the start to the current one have the value true. */
  private final Map<String, Boolean> onPath = new HashMap<>();

  private final Deque<FlowNode> path = new ArrayDeque<>();
  private final Deque<Iterator<Transition>> ways = new ArrayDeque<>();

  private FlowCheck(Definition definition) {
    this.definition = definition;
    definition.nodes().forEach(node -> nodes.put(node.name(), node));
  }

  /**
   * Returns the definition.
   *
   * @throws LineageException naming the transition or the circle at fault
   */
  static Definition check(Definition definition) throws LineageException {
    FlowCheck check = new FlowCheck(definition);
    check.refuseSelfReferences();
    check.walk();
    return definition;
  }

  /** The nodes that some run can come to, by name, in the order written. */
  static Map<String, FlowNode> reachable(Definition definition) {
    Map<String, FlowNode> all = new HashMap<>();
    definition.nodes().forEach(node -> all.put(node.name(), node));
    Map<String, FlowNode> seen = new HashMap<>();
    Deque<FlowNode> open = new ArrayDeque<>();
    open.push(definition.nodes().get(0));
    while (!open.isEmpty()) {
      FlowNode node = open.pop();
      if (seen.put(node.name(), node) == null) {
        node.transitions().forEach(way -> open.push(all.get(way.to())));
      }
    }
    Map<String, FlowNode> ordered = new LinkedHashMap<>();
    for (FlowNode node : definition.nodes()) {
      if (seen.containsKey(node.name())) {
        ordered.put(node.name(), node);
      }
    }
    return ordered;
  }

  private void refuseSelfReferences() throws LineageException {
    for (FlowNode node : definition.nodes()) {
      for (Transition way : node.transitions()) {
        if (way.to().equals(node.name())) {
          throw circle(way, node.name() + " -> " + node.name());
        }
      }
    }
  }

  private void walk() throws LineageException {
    enter(definition.nodes().get(0));
    while (!path.isEmpty()) {
      if (!ways.peek().hasNext()) {
        onPath.put(path.pop().name(), false);
        ways.pop();
        continue;
      }
      Transition way = ways.peek().next();
      FlowNode next = nodes.get(way.to());
      if (next == null || next.kind() == FlowNode.Kind.START) {
        throw undefined(path.peek(), way);
      }
      Boolean seen = onPath.get(next.name());
      if (seen == null) {
        enter(next);
      } else if (seen) {
        throw circle(way, pathBackTo(next));
      }
    }
  }

  private void enter(FlowNode node) {
    onPath.put(node.name(), true);
    path.push(node);
    ways.push(node.transitions().iterator());
  }

  private String pathBackTo(FlowNode node) {
    StringBuilder circle = new StringBuilder(node.name());
    for (FlowNode step : path) {
      circle.insert(0, step.name() + " -> ");
      if (step.name().equals(node.name())) {
        break;
      }
    }
    return circle.toString();
  }

  private LineageException circle(Transition way, String names) {
    return Refusal.at(definition.file(), way.line(), "the workflow runs in a circle: " + names);
  }

  private LineageException undefined(FlowNode from, Transition way) {
    String what = from.kind() == FlowNode.Kind.START ? "the start" : "'" + from.name() + "'";
    String why =
        way.to().contains("${")
            ? ", which is no node: Oozie evaluates no expressions in transitions"
            : ", which is not defined";
    return Refusal.at(definition.file(), way.line(), what + " leads to '" + way.to() + "'" + why);
  }
}
