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

class CachePlacementTest {
  private static final long BLOCK = 128L << 20;

  private final Cluster cluster =
      new Cluster(new Hardware(4, 2, 1, 1, new Disk(150, 0.009, 1), 2 * BLOCK, 500, 10));
  private final Placement placement =
      Contender.LRU_CACHE.placement(cluster, new SplittableRandom(1), new Lineage(Map.of()));
  private final Node node = cluster.nodes().get(0);
  private final Flows flows = new Flows();

  private Block block() {
    return placement.place(new Dataset("data"), BLOCK, node, 0);
  }

  private void read(Block block) {
    placement.wasRead(block, block.replicas().get(0), flows);
    flows.run();
  }

  private static Medium first(Block block) {
    return block.replicas().get(0).medium();
  }

  @Test
  void whatWasReadLastIsHeld() {
    List<Block> blocks = List.of(block(), block(), block());
    blocks.forEach(this::read);
    assertThat(blocks)
        .extracting(CachePlacementTest::first)
        .containsExactly(Medium.DISK, Medium.SSD, Medium.SSD);
    read(blocks.get(1));
    read(blocks.get(0));
    assertThat(blocks)
        .extracting(CachePlacementTest::first)
        .containsExactly(Medium.SSD, Medium.SSD, Medium.DISK);
    assertThat(cluster.ssdTaken()).isEqualTo(2 * BLOCK);
    assertThat(node.ssd().busySeconds()).isGreaterThan(3 * 128.0 / 500);
  }

  @Test
  void copyThatWasDroppedOnItsWayIsNotRead() {
    List<Block> blocks = List.of(block(), block(), block());
    blocks.forEach(each -> placement.wasRead(each, each.replicas().get(0), flows));
    flows.run();
    assertThat(first(blocks.get(0))).isEqualTo(Medium.DISK);
    assertThat(cluster.ssdTaken()).isEqualTo(2 * BLOCK);
  }

  /** The reader began before the copy that it read was dropped; what it read is held again. */
  @Test
  void copyThatIsReadWhileItIsDroppedIsReadAgainFromTheSsd() {
    List<Block> blocks = List.of(block(), block(), block());
    read(blocks.get(0));
    Replica copy = blocks.get(0).replicas().get(0);
    read(blocks.get(1));
    read(blocks.get(2));
    assertThat(first(blocks.get(0))).isEqualTo(Medium.DISK);
    placement.wasRead(blocks.get(0), copy, flows);
    flows.run();
    assertThat(first(blocks.get(0))).isEqualTo(Medium.SSD);
  }

  @Test
  void whatIsLargerThanTheTierIsNotCopied() {
    Block large = new Block(3 * BLOCK, block().replicas());
    read(large);
    assertThat(first(large)).isEqualTo(Medium.DISK);
    assertThat(cluster.ssdTaken()).isZero();
  }
}
