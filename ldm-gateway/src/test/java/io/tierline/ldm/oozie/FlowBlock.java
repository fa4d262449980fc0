/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** A piece of well-formed control flow: a job, pieces in a row, or pieces beside each other. */
record FlowBlock(Kind kind, List<FlowBlock> parts) {
  enum Kind {
    JOB,
    ROW,
    FORK,
    DECISION
  }

  /** Random flows of at most that depth. */
  static Arbitrary<FlowBlock> rows(int depth) {
    Arbitrary<FlowBlock> job = Arbitraries.just(new FlowBlock(Kind.JOB, List.of()));
    if (depth == 0) {
      return job.list().ofMaxSize(3).map(parts -> new FlowBlock(Kind.ROW, parts));
    }
    Arbitrary<FlowBlock> inner = rows(depth - 1);
    Arbitrary<FlowBlock> fork =
        inner.list().ofMinSize(2).ofMaxSize(3).map(parts -> new FlowBlock(Kind.FORK, parts));
    Arbitrary<FlowBlock> decision =
        inner.list().ofMinSize(2).ofMaxSize(3).map(parts -> new FlowBlock(Kind.DECISION, parts));
    return Arbitraries.oneOf(job, fork, decision)
        .list()
        .ofMaxSize(3)
        .map(parts -> new FlowBlock(Kind.ROW, parts));
  }

  /** What such a flow says, worked out from its structure alone, and its definition. */
  static final class Expected {
    final Map<String, Set<String>> after = new LinkedHashMap<>();
    final Map<String, Set<String>> excludes = new LinkedHashMap<>();
    private final StringBuilder nodes = new StringBuilder();
    private int names;

    Expected(FlowBlock flow) {
      order(flow, Set.of());
      names = 0;
      String first = write(flow, "end");
      nodes.insert(0, "<start to='" + first + "'/>").append("<end name='end'/>");
    }

    String definition() {
      return Workflows.definition(
          nodes.toString().replace("<end name", "<kill name='k'><message/></kill><end name"));
    }

    /** Fills {@link #after} and returns the jobs that end last. */
    private Set<String> order(FlowBlock block, Set<String> before) {
      switch (block.kind) {
        case JOB -> {
          String name = "n" + names++;
          after.put(name, new TreeSet<>(before));
          excludes.put(name, new TreeSet<>());
          return Set.of(name);
        }
        case ROW -> {
          Set<String> last = before;
          for (FlowBlock part : block.parts) {
            last = order(part, last);
          }
          return last;
        }
        default -> {
          Set<String> last = new LinkedHashSet<>();
          List<Set<String>> branches = new ArrayList<>();
          names++;
          for (FlowBlock part : block.parts) {
            Set<String> known = new LinkedHashSet<>(after.keySet());
            last.addAll(order(part, before));
            Set<String> added = new LinkedHashSet<>(after.keySet());
            added.removeAll(known);
            branches.add(added);
          }
          if (block.kind == Kind.DECISION) {
            excludeEachOther(branches);
          }
          return last;
        }
      }
    }

    private void excludeEachOther(List<Set<String>> branches) {
      for (Set<String> one : branches) {
        for (Set<String> other : branches) {
          if (one != other) {
            one.forEach(job -> excludes.get(job).addAll(other));
          }
        }
      }
    }

    /** Writes the nodes of a block, which lead on to the next node; returns the first one. */
    private String write(FlowBlock block, String next) {
      if (block.kind == Kind.ROW) {
        return writeRow(block.parts, next);
      }
      String name = "n" + names++;
      if (block.kind == Kind.JOB) {
        nodes.append(
            "<action name='%s'><fs/><ok to='%s'/><error to='k'/></action>".formatted(name, next));
        return name;
      }
      boolean fork = block.kind == Kind.FORK;
      String meet = fork ? name + "-join" : next;
      List<String> first = new ArrayList<>();
      block.parts.forEach(part -> first.add(write(part, meet)));
      if (fork) {
        nodes.append("<fork name='%s'>".formatted(name));
        first.forEach(branch -> nodes.append("<path start='%s'/>".formatted(branch)));
        nodes.append("</fork><join name='%s' to='%s'/>".formatted(meet, next));
      } else {
        nodes.append("<decision name='%s'><switch>".formatted(name));
        first
            .subList(1, first.size())
            .forEach(branch -> nodes.append("<case to='%s'>${x}</case>".formatted(branch)));
        nodes.append("<default to='%s'/></switch></decision>".formatted(first.get(0)));
      }
      return name;
    }

    /** Names are given in the order of the row, nodes written from its end, where next is known. */
    private String writeRow(List<FlowBlock> parts, String next) {
      List<String> entries = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        entries.add("n" + names + "-row");
        String onward = i + 1 < parts.size() ? "n" + (names + size(parts.get(i))) + "-row" : next;
        String first = write(parts.get(i), onward);
        nodes.append(
            "<decision name='%s'><switch><default to='%s'/></switch></decision>"
                .formatted(entries.get(i), first));
      }
      return entries.isEmpty() ? next : entries.get(0);
    }

    /** Numbers that a block uses up. */
    private static int size(FlowBlock block) {
      int own = block.kind == Kind.ROW ? 0 : 1;
      return own + block.parts.stream().mapToInt(Expected::size).sum();
    }
  }
}
