/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.rating.Medium;
import java.util.Optional;

/** Whether a planned move may be done to the block as it is now. */
public final class MoveRules {
  private MoveRules() {}

  /**
   * Checks a move against the block's present state.
   *
   * @param now the block as it is
   * @param replication replicas its file asks for
   * @param move what was planned
   * @param targetRack the rack of the node it goes to
   * @return empty when it may be done; else done already, or why it is not to be done
   */
  public static Optional<MoveResult> check(
      ManagedBlock now, int replication, Move move, String targetRack) {
    if (isDone(now, move)) {
      return Optional.of(MoveResult.DONE);
    }
    Optional<Replica> source = replica(now, move.fromNode(), move.from());
    if (source.isEmpty()) {
      return refused("the replica is not where it was");
    }
    if (now.replicas().size() != replication) {
      return refused(
          "the block has %d replicas, not %d".formatted(now.replicas().size(), replication));
    }
    if (!move.staysOnNode() && now.isOn(move.toNode())) {
      return refused("the node has a replica of the block");
    }
    if (now.racksAfter(source.get(), targetRack) < now.racks()) {
      return refused("it would be on fewer racks");
    }
    return Optional.empty();
  }

  /**
   * Whether a planned promotion has nothing to bring any more: the block has a fast replica for
   * each reader by now. HDFS makes up for lost replicas meanwhile, and does so by the lineage.
   *
   * @param readers of the dataset that are still to come
   */
  public static boolean isNeedless(ManagedBlock now, Move move, int readers) {
    return move.why() == Move.Why.USE_IS_NEAR
        && now.replicas().stream().filter(replica -> Move.isFast(replica.medium())).count()
            >= readers;
  }

  private static Optional<MoveResult> refused(String why) {
    return Optional.of(MoveResult.skipped(why));
  }

  /** True when the new replica is there and the old one is not. */
  public static boolean isDone(ManagedBlock now, Move move) {
    return replica(now, move.toNode(), move.to()).isPresent()
        && replica(now, move.fromNode(), move.from()).isEmpty();
  }

  private static Optional<Replica> replica(ManagedBlock block, String node, Medium medium) {
    return block.replicas().stream()
        .filter(replica -> replica.node().equals(node) && replica.medium() == medium)
        .findFirst();
  }
}
