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
import io.tierline.ldm.oozie.FlowNode.Kind;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which nodes of a definition a run comes to, as far as its ways are known. */
public final class FlowWays {
  private final Map<String, FlowNode> nodes = new HashMap<>();

  /**
   * Reads the ways of a definition.
   *
   * @throws LineageException when it is no workflow
   */
  public FlowWays(XmlElement root) throws LineageException {
    DefinitionReader.read(root).nodes().forEach(node -> nodes.put(node.name(), node));
  }

  /**
   * The nodes that have been come to, or still may be without a failure.
   *
   * @param taken the nodes that were left, and where to; a fork is left on all its ways
   */
  public Set<String> possible(Map<String, String> taken) {
    Set<String> seen = new HashSet<>(Set.of(FlowNode.START));
    Deque<String> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      FlowNode node = nodes.get(open.remove());
      for (Transition way : node.transitions()) {
        String left = node.kind() == Kind.FORK ? null : taken.get(node.name());
        boolean isOpen = left == null ? !way.onError() : left.equals(way.to());
        if (isOpen && nodes.containsKey(way.to()) && seen.add(way.to())) {
          open.add(way.to());
        }
      }
    }
    return seen;
  }
}
