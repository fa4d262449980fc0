/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static io.tierline.ldm.migration.Cases.BLOCK;
import static io.tierline.ldm.migration.Cases.block;
import static io.tierline.ldm.migration.Cases.replica;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.rating.Medium;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MoveRulesTest {
  private static Move move(String from, Medium medium, String to, Medium target) {
    return new Move(Move.Why.USE_IS_NEAR, "", "/d", "/d/f", 1, BLOCK, from, medium, to, target, 1);
  }

  private static String refusal(ManagedBlock block, int replication, Move move, String rack) {
    MoveResult result = MoveRules.check(block, replication, move, rack).orElseThrow();
    assertThat(result.outcome()).isEqualTo(MoveResult.Outcome.SKIPPED);
    return result.why();
  }

  @Test
  void goodMoveMayBeDone() {
    Move inside = move("n0", Medium.DISK, "n0", Medium.SSD);
    assertThat(MoveRules.check(block(1, 0), 3, inside, "/r0")).isEmpty();
    Move away = move("n0", Medium.DISK, "n4", Medium.SSD);
    assertThat(MoveRules.check(block(1, 0), 3, away, "/r0")).isEmpty();
    assertThat(inside.nodes()).isEqualTo(Set.of("n0"));
    assertThat(away.nodes()).isEqualTo(Set.of("n0", "n4"));
  }

  @Test
  void moveThatWasDoneIsNotDoneAgain() {
    ManagedBlock done =
        new ManagedBlock(
            "/d/f", 1, BLOCK, List.of(replica(4, 2, Medium.SSD), replica(1, 2, Medium.DISK)));
    Move move = move("n0", Medium.DISK, "n4", Medium.SSD);
    assertThat(MoveRules.check(done, 2, move, "/r0")).contains(MoveResult.DONE);
  }

  @Test
  void replicaThatIsElsewhereStaysThere() {
    Move move = move("n3", Medium.SSD, "n3", Medium.DISK);
    assertThat(refusal(block(1, 0), 3, move, "/r1")).contains("not where it was");
  }

  @Test
  void blockThatLacksReplicasIsLeftToHdfs() {
    Move move = move("n0", Medium.DISK, "n0", Medium.SSD);
    assertThat(refusal(block(1, 0), 4, move, "/r0")).contains("3 replicas, not 4");
  }

  @Test
  void nodeNeverGetsASecondReplica() {
    Move move = move("n0", Medium.DISK, "n1", Medium.SSD);
    assertThat(refusal(block(1, 0), 3, move, "/r1")).contains("has a replica");
  }

  @Test
  void racksNeverBecomeFewer() {
    Move move = move("n1", Medium.DISK, "n4", Medium.SSD);
    assertThat(refusal(block(1, 0), 3, move, "/r0")).contains("racks");
  }

  @Test
  void promotionIsNeedlessOnceTheBlockHasAFastReplicaForEachReader() {
    Move up = move("n0", Medium.DISK, "n0", Medium.SSD);
    assertThat(MoveRules.isNeedless(block(1, 0), up, 1)).isFalse();
    assertThat(MoveRules.isNeedless(block(1, 1), up, 2)).isFalse();
    assertThat(MoveRules.isNeedless(block(1, 1), up, 1)).isTrue();
    assertThat(MoveRules.isNeedless(block(1, 1), up.reversed(), 0)).as("an undoing").isFalse();
  }

  @Test
  void movesAndPlansThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> move("n0", Medium.SSD, "n0", Medium.SSD));
    assertThatIllegalArgumentException().isThrownBy(() -> move("", Medium.SSD, "n0", Medium.SSD));
    assertThatIllegalArgumentException().isThrownBy(() -> move("n0", Medium.SSD, "", Medium.DISK));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MigrationPlan("a b", Instant.EPOCH, "x", List.of()));
    MigrationPlan plan = PlanProgressTest.plan(3);
    assertThat(plan.bytes()).isEqualTo(30);
    assertThat(plan.ssdBytes()).isZero();
    assertThat(plan.seconds()).isEqualTo(3);
  }
}
