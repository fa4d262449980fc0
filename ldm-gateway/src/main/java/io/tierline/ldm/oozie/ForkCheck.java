/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds forks whose ways do not come together, and joins without a fork. Oozie refuses those when a
 * workflow is submitted, unless it was told not to look, and then runs them; so they are told of
 * and not refused here. Ways after a failure are left aside, as are those that end in a kill.
 */
final class ForkCheck {
  /** The end of the workflow, in place of a join. */
  private static final String END = ":end:";

  private final Map<String, FlowNode> nodes;

  /** Where the ways from a node come together, the forks among them joined: mostly one place. */
  private final Map<String, Set<String>> meetings = new HashMap<>();

  /** Takes the nodes of a definition whose control flow has no circles. */
  ForkCheck(Map<String, FlowNode> nodes) {
    this.nodes = nodes;
  }

  /** What is wrong with the fork, in words; empty when its ways come together in one join. */
  Optional<String> fault(FlowNode fork) {
    Set<String> meet = meetingsOfWays(fork);
    if (meet.contains(END)) {
      return Optional.of(
          "a way of fork '%s' comes to no join: Oozie refuses that".formatted(fork.name()));
    }
    return meet.size() > 1
        ? Optional.of(
            "the ways of fork '%s' come to different joins, %s: Oozie refuses that"
                .formatted(fork.name(), String.join(", ", meet)))
        : Optional.empty();
  }

  /**
   * The joins to which a way comes that no fork has divided.
   *
   * @param start of the workflow
   */
  Set<String> joinsWithoutFork(FlowNode start) {
    Set<String> joins = new LinkedHashSet<>(meetingsOfWays(start));
    joins.remove(END);
    return joins;
  }

  private Set<String> meetingsOfWays(FlowNode node) {
    Set<String> meet = new LinkedHashSet<>();
    for (Transition way : node.transitions()) {
      if (!way.onError()) {
        meet.addAll(meetingsFrom(way.to()));
      }
    }
    return meet;
  }

  private Set<String> meetingsFrom(String name) {
    Set<String> known = meetings.get(name);
    if (known == null) {
      known = found(nodes.get(name));
      meetings.put(name, known);
    }
    return known;
  }

  private Set<String> found(FlowNode node) {
    return switch (node.kind()) {
      case END -> Set.of(END);
      case KILL -> Set.of();
      case JOIN -> Set.of(node.name());
      case FORK -> beyond(meetingsOfWays(node));
      default -> meetingsOfWays(node);
    };
  }

  /** A fork that is joined goes on behind its join. */
  private Set<String> beyond(Set<String> joins) {
    Set<String> meet = new LinkedHashSet<>();
    for (String join : List.copyOf(joins)) {
      meet.addAll(join.equals(END) ? Set.of(END) : meetingsOfWays(nodes.get(join)));
    }
    return meet;
  }
}
