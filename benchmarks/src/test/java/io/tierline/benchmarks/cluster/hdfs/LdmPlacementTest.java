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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.rating.Medium;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LdmPlacementTest {
  private static final long BLOCK = 128L << 20;
  private static final Hardware HARDWARE =
      new Hardware(6, 3, 4, 2, new Disk(150, 0.009, 1), 100 * BLOCK, 500, 10);

  private static Lineage lineage() {
    Job writer = Job.named("writer", "map-reduce").writes(Lineage.path("data")).build();
    Job reader = Job.named("reader", "map-reduce").reads(Lineage.path("data")).build();
    return new Lineage(Map.of("chain", List.of(writer, reader)));
  }

  private static long fast(Block block) {
    return block.replicas().stream().filter(each -> each.medium() == Medium.SSD).count();
  }

  @ParameterizedTest
  @EnumSource(names = {"LDM", "SOURCE"})
  void blockWithOneReaderHasOneFastReplicaUntilItHasBeenRead(Contender contender) {
    Cluster cluster = new Cluster(HARDWARE);
    Placement placement = contender.placement(cluster, new SplittableRandom(1), lineage());
    Node writer = cluster.nodes().get(4);
    Dataset data = new Dataset("data");
    Block block = placement.place(data, BLOCK, writer, 0);
    assertThat(fast(block)).isOne();
    assertThat(block.replicas().get(0).node()).isSameAs(writer);
    assertThat(placement.choose(block, cluster.nodes().get(0)).medium()).isEqualTo(Medium.SSD);
    assertThat(fast(placement.place(new Dataset("other"), BLOCK, writer, 0))).isZero();
    placement.finished("stranger");
    placement.finished("reader");
    assertThat(fast(placement.place(data, BLOCK, writer, 60))).isZero();
  }

  @Test
  void policyOfTheOperatorsHoldsWhereNobodyReads() {
    Cluster cluster = new Cluster(HARDWARE);
    Placement placement =
        Contender.LDM_ALL_SSD.placement(cluster, new SplittableRandom(1), lineage());
    Node writer = cluster.nodes().get(4);
    Dataset data = new Dataset("data");
    assertThat(fast(placement.place(data, BLOCK, writer, 0))).isOne();
    assertThat(fast(placement.place(new Dataset("other"), BLOCK, writer, 0))).isEqualTo(3);
    placement.finished("reader");
    assertThat(fast(placement.place(data, BLOCK, writer, 60))).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"LDM", "SOURCE"})
  void fullTierTakesNoMore(Contender contender) {
    Cluster cluster = new Cluster(HARDWARE);
    Placement placement = contender.placement(cluster, new SplittableRandom(1), lineage());
    Dataset data = new Dataset("data");
    placement.knows(data);
    List<Block> file = data.newFile();
    long fast = 0;
    for (int i = 0; i < 2000; i++) {
      Node writer = cluster.nodes().get(i % 6);
      Block block = placement.place(data, BLOCK, writer, 5.0 * i);
      data.append(file, block);
      fast += fast(block);
    }
    // By the source 1/2 is admitted half way between 70 and 95 %; LDM knows that nothing else
    // comes.
    assertThat(fast)
        .isBetween(
            contender == Contender.LDM ? 560L : 480L, contender == Contender.LDM ? 575L : 510L);
    assertThat(cluster.ssdTaken()).isEqualTo(fast * BLOCK);
  }

  /** It values the writing that a further fast replica spares, where nobody else wants the room. */
  @Test
  void roomThatNothingToComeWillWantSparesDisksTheWriting() {
    Cluster cluster = new Cluster(HARDWARE);
    Placement ldm = Contender.LDM.placement(cluster, new SplittableRandom(1), lineage());
    Dataset data = new Dataset("data");
    ldm.knows(data);
    List<Block> file = data.newFile();
    for (int i = 0; i < 100; i++) {
      data.append(file, ldm.place(data, BLOCK, cluster.nodes().get(i % 6), 5.0 * i));
    }
    // Nothing is known of the first; of the next ones as much again is expected: 4 × 95 of 570.
    assertThat(fast(file.get(0))).isOne();
    assertThat(file.subList(1, 90)).allMatch(block -> fast(block) == 3);
    assertThat(cluster.ssdTaken()).isGreaterThan(250 * BLOCK);
  }

  @ParameterizedTest
  @EnumSource
  void replicasAreOnThreeNodesOfTwoRacks(Contender contender) {
    Cluster cluster = new Cluster(contender.hardware(HARDWARE));
    Placement placement = contender.placement(cluster, new SplittableRandom(7), lineage());
    for (int i = 0; i < 200; i++) {
      Node writer = cluster.nodes().get(i % 6);
      Block block =
          i % 2 == 0
              ? placement.existing(BLOCK)
              : placement.place(new Dataset("data"), BLOCK, writer, i);
      assertThat(block.replicas().stream().map(Replica::node).distinct()).hasSize(3);
      assertThat(block.replicas().stream().map(each -> each.node().rack()).distinct()).hasSize(2);
    }
  }

  @Test
  void oneRackIsEnough() {
    Hardware oneRack = new Hardware(3, 4, 1, 1, new Disk(150, 0.009, 1), 0, 500, 10);
    Cluster cluster = new Cluster(oneRack);
    Placement placement = Contender.LDM.placement(cluster, new SplittableRandom(7), lineage());
    Block block = placement.place(new Dataset("data"), BLOCK, cluster.nodes().get(0), 0);
    assertThat(block.replicas().stream().map(Replica::node).distinct()).hasSize(3);
    assertThat(fast(block)).isZero();
  }

  @Test
  void contendersAreFoundByTheirKeys() {
    assertThat(Contender.of("one-ssd")).isEqualTo(Contender.ONE_SSD);
    assertThatThrownBy(() -> Contender.of("none")).hasMessageContaining("unknown contender");
  }

  @Test
  void lineageOfACircleIsRefused() {
    Job one = Job.named("a", "x").reads(Lineage.path("p")).writes(Lineage.path("q")).build();
    Job two = Job.named("b", "x").reads(Lineage.path("q")).writes(Lineage.path("p")).build();
    assertThatThrownBy(() -> new Lineage(Map.of("c", List.of(one, two))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
