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
import io.tierline.ldm.oozie.xml.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the workflow and its sub-workflows together into one control flow. */
final class Assembly {
  /** Steps of the whole flow, sub-workflows included. */
  static final int STEPS_MAX = 2_000;

  private final DefinitionLoader definitions;
  private final NoteCollector notes;
  private final List<Step> steps = new ArrayList<>();

  private Assembly(DefinitionLoader definitions, NoteCollector notes) {
    this.definitions = definitions;
    this.notes = notes;
  }

  /**
   * The steps that a run of the workflow can come to; the first is its start.
   *
   * @throws LineageException when a sub-workflow is at hand and cannot be used
   */
  static List<Step> of(Unit root, DefinitionLoader definitions, NoteCollector notes)
      throws LineageException {
    Assembly assembly = new Assembly(definitions, notes);
    assembly.takeIn(root, "", 0, null, null);
    for (int i = 0; i < assembly.steps.size(); i++) {
      assembly.steps.get(i).number = i;
    }
    return assembly.steps;
  }

  /**
   * Adds a unit's steps and returns its start; success and failure lead on to the given steps.
   *
   * @param line where the top workflow's definition starts the unit; 0 for that workflow itself
   */
  private Step takeIn(Unit unit, String prefix, int line, Step success, Step failure)
      throws LineageException {
    Map<String, FlowNode> reachable = FlowCheck.reachable(unit.definition());
    noteUnreachable(unit, prefix, reachable);
    noteForks(unit, prefix, reachable);
    Map<String, Step> byName = new HashMap<>();
    for (FlowNode node : reachable.values()) {
      byName.put(
          node.name(), new Step(prefix + node.name(), node, unit, line == 0 ? node.line() : line));
    }
    for (FlowNode node : reachable.values()) {
      Step step = byName.get(node.name());
      steps.add(step);
      if (steps.size() > STEPS_MAX) {
        throw Refusal.at(
            unit.definition().file(),
            node.line(),
            "with its sub-workflows the workflow has more than " + STEPS_MAX + " nodes");
      }
      connect(step, byName, success, failure);
    }
    return byName.get(FlowNode.START);
  }

  private void connect(Step step, Map<String, Step> byName, Step success, Step failure)
      throws LineageException {
    FlowNode node = step.node;
    if (node.kind() == Kind.END && success != null) {
      step.leadsTo(success, false);
    } else if (node.kind() == Kind.KILL && failure != null) {
      step.leadsTo(failure, true);
    }
    for (Transition way : node.transitions()) {
      step.leadsTo(byName.get(way.to()), way.onError());
    }
    if (node.kind() == Kind.ACTION && node.body().name().equals("sub-workflow")) {
      Step onSuccess = byName.get(node.transitions().get(0).to());
      Step onFailure = byName.get(node.transitions().get(1).to());
      Optional<Unit> below = definitions.below(step.unit, node.body(), step.name);
      if (below.isPresent()) {
        step.takeApart();
        step.leadsTo(takeIn(below.get(), step.name + "/", step.line, onSuccess, onFailure), false);
      }
    }
  }

  private void noteUnreachable(Unit unit, String prefix, Map<String, FlowNode> reachable) {
    for (FlowNode node : unit.definition().nodes()) {
      if (!reachable.containsKey(node.name())
          && node.kind() != Kind.KILL
          && node.kind() != Kind.END) {
        notes
            .of(unit)
            .add(node.line(), prefix + node.name(), "nothing leads to this node: it never runs");
      }
    }
  }

  private void noteForks(Unit unit, String prefix, Map<String, FlowNode> reachable) {
    ForkCheck forks = new ForkCheck(reachable);
    for (FlowNode node : reachable.values()) {
      if (node.kind() == Kind.FORK) {
        NoteCollector here = notes.of(unit);
        forks.fault(node).ifPresent(fault -> here.fault(node.line(), prefix + node.name(), fault));
      } else if (node.kind() == Kind.START) {
        for (String join : forks.joinsWithoutFork(node)) {
          String fault = "no fork is before join '%s': Oozie refuses that".formatted(join);
          notes.of(unit).fault(reachable.get(join).line(), prefix + join, fault);
        }
      }
    }
  }
}
