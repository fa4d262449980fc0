/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.migration.FailingBlocks;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.MoveResult;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has become of moves: they are counted and charged to the owners of the data, the last of
 * each dataset is kept to be explained, and blocks that fail are left alone for a while.
 */
public final class MoveOutcomes {
  private static final Logger LOG = LoggerFactory.getLogger(MigrationService.class);

  /** Datasets of which the last move is kept. */
  private static final int LAST_MOVES = 4096;

  /** The last move of a dataset. */
  public record Last(Move move, MoveResult result, long atMillis) {}

  private final FailingBlocks failing;
  private final SpendingKeeper spending;
  private final UnaryOperator<String> ownerOf;
  private final LdmMetrics metrics;
  private final Map<String, Last> lastMoves =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
              return size() > LAST_MOVES;
            }
          });

  /**
   * Nothing has moved yet.
   *
   * @param failing blocks that are left alone
   * @param spending bounds what is spent for users
   * @param ownerOf whose a dataset is
   */
  MoveOutcomes(
      FailingBlocks failing,
      SpendingKeeper spending,
      UnaryOperator<String> ownerOf,
      LdmMetrics metrics) {
    this.failing = failing;
    this.spending = spending;
    this.ownerOf = ownerOf;
    this.metrics = metrics;
  }

  /** Takes note of a move that has ended. */
  void add(Move move, MoveResult result) {
    switch (result.outcome()) {
      case DONE -> {
        failing.moved(move.block());
        metrics.migrationMovesDone.incr();
        metrics.migrationBytes.incr(move.bytes());
        if (move.isUp()) {
          spending.moved(ownerOf.apply(move.root()), move.bytes());
        }
      }
      case SKIPPED -> metrics.migrationMovesSkipped.incr();
      case FAILED -> {
        metrics.migrationMovesFailed.incr();
        if (failing.failed(move.block(), Time.now())) {
          LOG.warn(
              "LDM could not move block {} of {}: {}; it is tried again after growing pauses,"
                  + " without a word",
              move.block(),
              Printable.of(move.file()),
              Printable.of(result.why()));
        }
      }
    }
    metrics.migrationBlocksFailing.set(failing.size());
    lastMoves.remove(move.root());
    lastMoves.put(move.root(), new Last(move, result, Time.now()));
  }

  /** The last move of a replica of the dataset. */
  Optional<Last> last(String root) {
    return Optional.ofNullable(lastMoves.get(root));
  }
}
