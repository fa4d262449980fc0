/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.json.MigrationPlanDocument;
import io.tierline.ldm.migration.MoveStatus;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.migration.PlanState;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A plan, its entries and what has become of them. */
record PlanDocument(@JsonUnwrapped Summary summary, List<Entry> entries) {

  /** What anybody may know of a plan. */
  record Summary(
      String id,
      String created,
      String by,
      PlanState state,
      String note,
      int moves,
      Map<MoveStatus, Integer> statuses,
      long bytes,
      long ssdBytes,
      double seconds) {
    static Summary of(PlanProgress progress) {
      var plan = progress.plan();
      return new Summary(
          plan.id(),
          plan.created().toString(),
          plan.by(),
          progress.state(),
          progress.note(),
          plan.moves().size(),
          progress.counts(),
          plan.bytes(),
          plan.ssdBytes(),
          plan.seconds());
    }
  }

  /** A move. */
  record Entry(MoveStatus status, String note, String fromHost, String toHost, JsonNode move) {}

  /**
   * Describes a plan.
   *
   * @param maySee which entries are shown, by their index
   * @param hosts what people call a DataNode, by its id
   */
  static PlanDocument of(PlanProgress progress, IntPredicate maySee, UnaryOperator<String> hosts) {
    JsonNode moves = MigrationPlanDocument.tree(progress.plan()).get("moves");
    return new PlanDocument(
        Summary.of(progress),
        IntStream.range(0, moves.size())
            .filter(maySee)
            .mapToObj(
                i ->
                    new Entry(
                        progress.status(i),
                        progress.note(i),
                        hosts.apply(progress.plan().moves().get(i).fromNode()),
                        hosts.apply(progress.plan().moves().get(i).toNode()),
                        moves.get(i)))
            .toList());
  }
}
