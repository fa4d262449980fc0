/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.json.MigrationPlanDocument;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.namenode.migration.MigrationService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The JSON of plans that REST answers with. */
final class PlanViews {
  private PlanViews() {}

  /** What anybody may know of a plan. */
  static Map<String, Object> summary(PlanProgress progress) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("id", progress.plan().id());
    view.put("created", progress.plan().created().toString());
    view.put("by", progress.plan().by());
    view.put("state", progress.state());
    view.put("note", progress.note());
    view.put("moves", progress.plan().moves().size());
    view.put("statuses", progress.counts());
    view.put("bytes", progress.plan().bytes());
    view.put("ssdBytes", progress.plan().ssdBytes());
    view.put("seconds", progress.plan().seconds());
    return view;
  }

  /**
   * A plan, its entries and what has become of them.
   *
   * @param maySee which entries are shown, by their index
   * @param hosts what people call a DataNode, by its id
   */
  static Map<String, Object> plan(
      PlanProgress progress, IntPredicate maySee, UnaryOperator<String> hosts) {
    Map<String, Object> view = summary(progress);
    var moves = MigrationPlanDocument.tree(progress.plan()).get("moves");
    List<Map<String, Object>> entries = new ArrayList<>();
    IntStream.range(0, moves.size())
        .filter(maySee)
        .forEach(
            i -> {
              Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("status", progress.status(i));
              entry.put("note", progress.note(i));
              entry.put("fromHost", hosts.apply(progress.plan().moves().get(i).fromNode()));
              entry.put("toHost", hosts.apply(progress.plan().moves().get(i).toNode()));
              entry.put("move", moves.get(i));
              entries.add(entry);
            });
    view.put("entries", entries);
    return view;
  }

  static Map<String, Object> last(MigrationService.Last last) {
    Move move = last.move();
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("at", Instant.ofEpochMilli(last.atMillis()).toString());
    view.put("why", move.why());
    view.put("reason", move.reason());
    view.put("file", move.file());
    view.put("from", move.from());
    view.put("to", move.to());
    view.put("outcome", last.result().outcome());
    view.put("note", last.result().why());
    return view;
  }
}
