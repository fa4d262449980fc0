/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.MoveResult;
import io.tierline.ldm.namenode.migration.MoveOutcomes;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.rating.Medium;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Why the blocks of a path are, or would be, where they are.
 *
 * @param placed how it is placed by lineage; null where it is not
 * @param why the stock policy places it; null where it does not
 */
record PathDocument(
    String path,
    boolean managed,
    @JsonUnwrapped Managed placed,
    String why,
    List<TierDocument> tiers,
    List<Block> blocks) {

  /** A path whose blocks are placed by lineage. */
  record Managed(
      DatasetDocument dataset,
      Map<String, String> origins,
      @JsonInclude String storagePolicySet,
      List<Replica> plan,
      String at,
      String why,
      double migrationQuotient,
      List<Decided> decisions,
      LastMove lastMove) {}

  /** Where a replica goes. */
  record Replica(Medium medium, double lineageQuotient, double ratingMibPerSecond) {
    static List<Replica> all(PlacementPlan plan) {
      return plan.replicas().stream()
          .map(each -> new Replica(each.medium(), each.quotient(), each.rating()))
          .toList();
    }
  }

  /** A decision of before, with its reason of then. */
  record Decided(
      String at, String path, String writerRack, int reusability, List<Replica> plan, String why) {}

  /** The last move of a replica. */
  record LastMove(
      String at,
      Move.Why why,
      String reason,
      String file,
      Medium from,
      Medium to,
      MoveResult.Outcome outcome,
      String note) {
    static LastMove of(MoveOutcomes.Last last) {
      Move move = last.move();
      return new LastMove(
          Instant.ofEpochMilli(last.atMillis()).toString(),
          move.why(),
          move.reason(),
          move.file(),
          move.from(),
          move.to(),
          last.result().outcome(),
          last.result().why());
    }
  }

  /** Where a block lies. */
  record Block(String block, long bytes, List<String> storages) {}
}
