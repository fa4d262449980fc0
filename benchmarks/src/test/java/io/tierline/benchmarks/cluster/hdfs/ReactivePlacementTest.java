/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.benchmarks.cluster.flow.Flows;
import io.tierline.ldm.rating.Medium;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Caches that differ from the plain one, and tiering: two blocks fit on an SSD. */
class ReactivePlacementTest {
  private static final long BLOCK = 128L << 20;

  private final Cluster cluster =
      new Cluster(new Hardware(4, 2, 1, 1, new Disk(150, 0.009, 1), 2 * BLOCK, 500, 10));
  private final Node node = cluster.nodes().get(0);
  private final Flows flows = new Flows();

  private Placement placement(Contender contender) {
    return contender.placement(cluster, new SplittableRandom(1), new Lineage(Map.of()));
  }

  private List<Block> blocks(Placement placement) {
    return List.of(block(placement), block(placement), block(placement));
  }

  private Block block(Placement placement) {
    return placement.place(new Dataset("data"), BLOCK, node, 0);
  }

  private void readAt(double time, Placement placement, Block block) {
    flows.after(time - flows.now(), () -> placement.wasRead(block, block.replicas().get(0), flows));
    flows.run();
  }

  private static Medium first(Block block) {
    return block.replicas().get(0).medium();
  }

  @Test
  void blockThatWasReadOftenOutlivesThatWhichWasReadLast() {
    Placement lfu = placement(Contender.LFU_CACHE);
    List<Block> blocks = blocks(lfu);
    readAt(1, lfu, blocks.get(0));
    readAt(2, lfu, blocks.get(0));
    readAt(3, lfu, blocks.get(1));
    readAt(4, lfu, blocks.get(2));
    assertThat(blocks)
        .extracting(ReactivePlacementTest::first)
        .containsExactly(Medium.SSD, Medium.DISK, Medium.SSD);
  }

  @Test
  void onlyTheSecondReadWithinAnHourIsWorthACopy() {
    Placement rate = placement(Contender.RATE_CACHE);
    List<Block> blocks = blocks(rate);
    readAt(1, rate, blocks.get(0));
    assertThat(node.ssd().busySeconds()).isZero();
    readAt(3600, rate, blocks.get(0));
    assertThat(first(blocks.get(0))).isEqualTo(Medium.SSD);
    readAt(3700, rate, blocks.get(1));
    readAt(7400, rate, blocks.get(1));
    assertThat(first(blocks.get(1))).isEqualTo(Medium.DISK);
  }

  @Test
  void tieringMovesAtIntervalsAndTakesColdOnesBackToMakeRoom() {
    Placement tiering = placement(Contender.TIERING);
    List<Block> blocks = blocks(tiering);
    readAt(1, tiering, blocks.get(0));
    assertThat(first(blocks.get(0))).isEqualTo(Medium.DISK);
    readAt(61, tiering, blocks.get(1));
    assertThat(blocks)
        .extracting(ReactivePlacementTest::first)
        .containsExactly(Medium.SSD, Medium.SSD, Medium.DISK);
    double diskBefore = node.disks().get(0).busySeconds();
    readAt(130, tiering, blocks.get(2));
    assertThat(blocks)
        .extracting(ReactivePlacementTest::first)
        .containsExactly(Medium.DISK, Medium.SSD, Medium.SSD);
    // One block is read from the disk and one written to it.
    assertThat(node.disks().get(0).busySeconds() - diskBefore).isGreaterThan(2 * 128 / 150.0);
    assertThat(cluster.ssdTaken()).isEqualTo(2 * BLOCK);
  }

  @Test
  void blocksThatAreReadNowStayWhereTheyAre() {
    Placement tiering = placement(Contender.TIERING);
    List<Block> blocks = blocks(tiering);
    readAt(1, tiering, blocks.get(0));
    readAt(61, tiering, blocks.get(1));
    readAt(62, tiering, blocks.get(0));
    readAt(63, tiering, blocks.get(1));
    readAt(130, tiering, blocks.get(2));
    assertThat(blocks)
        .extracting(ReactivePlacementTest::first)
        .containsExactly(Medium.SSD, Medium.SSD, Medium.DISK);
  }
}
