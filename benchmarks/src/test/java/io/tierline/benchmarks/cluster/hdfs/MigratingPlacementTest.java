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
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MigratingPlacementTest {
  private static final long BLOCK = 128L << 20;
  private static final int BLOCKS = 40;
  private static final long SSD = 4L << 30;

  private final Cluster cluster =
      new Cluster(new Hardware(6, 3, 4, 1, new Disk(150, 0.009, 1), SSD, 500, 10));
  private final Flows flows = new Flows();
  private final Dataset data = new Dataset("data");
  private final Dataset input = new Dataset("input");

  private MigratingPlacement placement(boolean movesInputs) {
    MigratingPlacement placement =
        new MigratingPlacement(
            cluster, new SplittableRandom(3), lineage(), movesInputs, !movesInputs);
    placement.knows(data);
    placement.knows(input);
    for (int i = 0; i < BLOCKS; i++) {
      input.append(input.newFile(), placement.existing(BLOCK));
    }
    return placement;
  }

  private static Lineage lineage() {
    List<Job> jobs =
        List.of(
            Job.named("write", "map-reduce").writes(Lineage.path("data")).build(),
            Job.named("read", "map-reduce")
                .reads(Lineage.path("data"))
                .reads(Lineage.path("input"))
                .build());
    return new Lineage(Map.of("chain", jobs));
  }

  private void write(Placement placement) {
    for (int i = 0; i < BLOCKS; i++) {
      Node writer = cluster.nodes().get(i % 6);
      data.append(data.newFile(), placement.place(data, BLOCK, writer, 0));
    }
  }

  private static List<Replica> fast(Dataset dataset) {
    List<Replica> fast = new ArrayList<>();
    for (List<Block> file : dataset.files()) {
      for (Block block : file) {
        block.replicas().stream()
            .filter(replica -> replica.medium() == Medium.SSD)
            .forEach(fast::add);
      }
    }
    return fast;
  }

  @Test
  void whatWillBeReadStaysAndInputsDoNotMove() {
    MigratingPlacement placement = placement(false);
    write(placement);
    placement.finished("write");
    List<Replica> before = fast(data);
    assertThat(before).hasSizeGreaterThanOrEqualTo(BLOCKS);
    placement.begin(flows, () -> flows.now() > 600);
    flows.run();
    assertThat(fast(data)).isEqualTo(before);
    assertThat(fast(input)).isEmpty();
  }

  @Test
  void inputsComeUpWhereThatIsAskedFor() {
    MigratingPlacement placement = placement(true);
    placement.begin(flows, () -> flows.now() > 600);
    flows.run();
    assertThat(fast(input)).hasSize(BLOCKS);
    assertThat(cluster.ssdTaken()).isEqualTo(BLOCKS * BLOCK);
    for (List<Block> file : input.files()) {
      long nodes = file.get(0).replicas().stream().map(Replica::node).distinct().count();
      assertThat(nodes).isEqualTo(3);
    }
  }

  @Test
  void whatNobodyWillReadLeavesWithinTheThrottle() {
    MigratingPlacement placement = placement(false);
    write(placement);
    placement.finished("write");
    placement.finished("read");
    long bytes = fast(data).size() * BLOCK;
    placement.begin(flows, () -> cluster.ssdTaken() == 0 || flows.now() > 10_000);
    double begin = flows.now();
    flows.run();
    assertThat(fast(data)).isEmpty();
    assertThat(cluster.ssdTaken()).isZero();
    // Six nodes, 64 MiB/s each, and the last interval.
    double least = bytes / (6 * 64.0 * (1 << 20));
    assertThat(flows.now() - begin).isBetween(least, 4 * least + 60);
    data.files().forEach(file -> assertThat(file.get(0).replicas()).hasSize(3));
  }

  @Test
  void roomIsLentToWhatNobodyHasRegisteredUntilAJobWantsIt() {
    MigratingPlacement placement = placement(false);
    Dataset log = new Dataset("log");
    placement.knows(log);
    log.append(log.newFile(), placement.place(log, BLOCK, cluster.nodes().get(0), 0));
    assertThat(fast(log)).hasSize(3);
    placement.lineage().told("data", SSD * 6);
    write(placement);
    placement.begin(flows, () -> fast(log).isEmpty() || flows.now() > 600);
    flows.run();
    assertThat(fast(log)).isEmpty();
    assertThat(fast(data)).isNotEmpty();
    log.append(log.newFile(), placement.place(log, BLOCK, cluster.nodes().get(0), flows.now()));
    assertThat(fast(log)).isEmpty();
  }
}
