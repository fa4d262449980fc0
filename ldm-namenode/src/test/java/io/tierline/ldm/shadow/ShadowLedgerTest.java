/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.migration.DatasetBlocks;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.rating.Medium;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ShadowLedgerTest {
  private static final long BLOCK = 128;
  private static final long PLENTY = 1L << 40;
  private static final JobId ONE = new JobId("w", "one");
  private static final JobId TWO = new JobId("w", "two");

  private final ShadowLedger ledger = new ShadowLedger();

  private void place(String root, String user, int fast, int blocks) {
    for (int i = 0; i < blocks; i++) {
      ledger.placed(root, user, fast, BLOCK, PLENTY);
    }
  }

  private ShadowCounts of(String root) {
    return ledger.byDataset().stream()
        .filter(row -> row.dataset().equals(root))
        .findFirst()
        .orElseThrow()
        .counts();
  }

  private static DatasetBlocks looked(String root, long... bytes) {
    List<ManagedBlock> blocks =
        LongStream.of(bytes).mapToObj(b -> new ManagedBlock(root + "/f", b, b, List.of())).toList();
    return new DatasetBlocks(root, 1, 1, 1, blocks);
  }

  private static Move move(String root, long block, Medium from, Medium to) {
    return new Move(Move.Why.USE_IS_NEAR, "", root, root + "/f", block, 10, "a", from, "b", to, 1);
  }

  @Test
  void blocksAreCountedByDatasetAndUser() {
    place("/a", "ann", 1, 3);
    place("/b", "ann", 2, 1);
    place("/c", "bob", 0, 5);
    assertThat(of("/a")).isEqualTo(new ShadowCounts(3, 3, 0, 384, 3, 0, 0, 0, 384));
    assertThat(of("/b")).isEqualTo(new ShadowCounts(1, 1, 0, 128, 2, 0, 0, 0, 256));
    assertThat(of("/c")).isEqualTo(new ShadowCounts(5, 0, 0, 0, 0, 0, 0, 0, 0));
    assertThat(ledger.byUser()).containsOnlyKeys("ann", "bob");
    assertThat(ledger.byUser().get("ann").fastReplicas()).isEqualTo(5);
    assertThat(ledger.total().blocks()).isEqualTo(9);
    assertThat(ledger.byDataset())
        .extracting(ShadowLedger.Row::dataset)
        .containsExactly("/a", "/b", "/c");
  }

  @Test
  void readerThatHasEndedHasReadAllOfIt() {
    place("/a", "ann", 2, 3);
    ledger.follow(Map.of("/a", List.of(ONE, TWO))::get);
    assertThat(of("/a").readsFast()).isZero();
    ledger.follow(Map.of("/a", List.of(TWO))::get);
    assertThat(of("/a").readsFast()).isEqualTo(3);
    assertThat(of("/a").movesDown()).isZero();
    ledger.follow(Map.of("/a", List.<JobId>of())::get);
    assertThat(of("/a").readsFast()).isEqualTo(6);
    assertThat(of("/a").movesDown()).as("after the last reader").isEqualTo(6);
    ledger.follow(Map.of("/a", List.<JobId>of())::get);
    assertThat(of("/a").movesDown()).isEqualTo(6);
  }

  @Test
  void withdrawnReadersHaveReadNothing() {
    place("/a", "ann", 1, 3);
    ledger.follow(Map.of("/a", List.of(ONE))::get);
    ledger.follow(root -> null);
    assertThat(of("/a").readsFast()).isZero();
    assertThat(of("/a").movesDown()).isEqualTo(3);
  }

  @Test
  void noMoreIsPromisedThanThereIsRoomForUntilReadersEnd() {
    for (int i = 0; i < 3; i++) {
      ledger.placed("/a", "ann", 1, BLOCK, 2 * BLOCK);
    }
    assertThat(of("/a").blocksFast()).isEqualTo(2);
    assertThat(of("/a").blocksNoRoom()).isEqualTo(1);
    ledger.follow(Map.of("/a", List.<JobId>of())::get);
    ledger.placed("/a", "ann", 1, BLOCK, 2 * BLOCK);
    assertThat(of("/a").blocksFast()).as("there is room again").isEqualTo(3);
  }

  @Test
  void lengthsAreThoseThatALookFinds() {
    place("/a", "ann", 1, 2);
    ledger.planned(List.of(looked("/a", 10, 30), looked("/unknown", 5)), List.of(), root -> "ann");
    assertThat(of("/a").bytesFast()).isEqualTo(40);
    assertThat(of("/a").fastBytesWritten()).isEqualTo(40);
  }

  @Test
  void movesOfPlansThatAreNotCarriedOutCountOnce() {
    place("/a", "ann", 0, 2);
    List<Move> up =
        List.of(move("/a", 1, Medium.DISK, Medium.SSD), move("/a", 2, Medium.DISK, Medium.SSD));
    ledger.planned(List.of(), up, root -> "ann");
    ledger.planned(List.of(), up.subList(0, 1), root -> "ann");
    ledger.planned(List.of(), List.of(move("/a", 3, Medium.SSD, Medium.DISK)), root -> "ann");
    assertThat(of("/a").movesUp()).isEqualTo(2);
    assertThat(of("/a").movesDown()).isEqualTo(1);
    assertThat(of("/a").fastBytesWritten()).isEqualTo(20);
  }

  @Test
  void whatIsFastOnPaperIsNotMovedUpAgain() {
    place("/a", "ann", 1, 2);
    List<Move> up =
        List.of(
            move("/a", 1, Medium.DISK, Medium.SSD),
            move("/a", 2, Medium.DISK, Medium.SSD),
            move("/a", 3, Medium.DISK, Medium.SSD),
            move("/old", 4, Medium.DISK, Medium.SSD));
    ledger.planned(List.of(), up, root -> "bob");
    ledger.planned(List.of(), up, root -> "bob");
    assertThat(of("/a").movesUp()).as("one of three").isEqualTo(1);
    assertThat(of("/a").fastBytesWritten()).isEqualTo(2 * BLOCK + 10);
    assertThat(of("/old").movesUp()).as("was there before").isEqualTo(1);
    assertThat(ledger.byUser().get("bob").movesUp()).isEqualTo(1);
    ledger.follow(root -> null);
    assertThat(of("/a").movesDown()).isEqualTo(3);
  }

  @Test
  void datasetsBeyondTheMostAreSummedUpByUser() {
    for (int i = 0; i < ShadowLedger.MOST_DATASETS + 2; i++) {
      ledger.placed("/d/" + i, i % 2 == 0 ? "ann" : "bob", 1, BLOCK, PLENTY);
    }
    assertThat(ledger.byDataset()).hasSize(ShadowLedger.MOST_DATASETS + 2);
    ledger.placed("/more", "ann", 1, BLOCK, PLENTY);
    assertThat(ledger.byDataset()).hasSize(ShadowLedger.MOST_DATASETS + 2);
    assertThat(ledger.total().blocks()).isEqualTo(ShadowLedger.MOST_DATASETS + 3);
    assertThat(ledger.lost()).isZero();
  }

  @Test
  void beginningAnewForgetsAll() {
    place("/a", "ann", 1, 2);
    ledger.begin(Instant.ofEpochSecond(7));
    assertThat(ledger.since()).isEqualTo(Instant.ofEpochSecond(7));
    assertThat(ledger.total()).isEqualTo(ShadowCounts.NONE);
  }
}
