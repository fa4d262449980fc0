/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.migration.DatasetBlocks;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.MigrationPlanner;
import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.Replica;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds for every plan that the planner makes, asked about before and after it is done. */
class WhatIfProperties {
  private static final long MIB = 1L << 20;
  private static final int NODES = 6;
  private static final MigrationSettings SETTINGS =
      new MigrationSettings(
          3_600,
          3_600,
          600,
          0.5,
          MigrationSettings.Order.DENSITY,
          1_000,
          TierSettings.DEFAULT,
          Network.TYPICAL);

  /** A cluster with datasets, made from a seed, and the plan for it. */
  private record Scene(List<StorageState> storages, List<ReadDataset> datasets, List<Move> moves) {
    static Scene of(long seed) {
      Random random = new Random(seed);
      List<StorageState> storages = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        long ssd = (1 + random.nextInt(4_000)) * MIB;
        long free = (long) (random.nextDouble() * ssd);
        storages.add(new StorageState("n" + i, "/r" + i % 2, Medium.SSD, ssd, free));
        storages.add(new StorageState("n" + i, "/r" + i % 2, Medium.DISK, 1L << 40, 1L << 40));
      }
      List<ReadDataset> datasets = new ArrayList<>();
      List<DatasetBlocks> known = new ArrayList<>();
      for (int d = 0; d < 5; d++) {
        List<ManagedBlock> blocks = blocks(random, d);
        double[] uses = random.doubles(random.nextInt(4), 0, 8_000).sorted().toArray();
        List<String> readers =
            Stream.iterate(0, i -> i + 1).limit(uses.length).map(i -> "w/j" + i).toList();
        datasets.add(new ReadDataset("/d" + d, readers, blocks));
        known.add(DatasetBlocks.of("/d" + d, uses, SETTINGS.tauSeconds(), blocks));
      }
      return new Scene(storages, datasets, MigrationPlanner.plan(known, storages, SETTINGS));
    }

    private static List<ManagedBlock> blocks(Random random, int dataset) {
      List<ManagedBlock> blocks = new ArrayList<>();
      for (int b = 0; b < 5; b++) {
        int first = random.nextInt(NODES);
        List<Replica> replicas = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          int node = (first + i) % NODES;
          Medium medium = random.nextInt(3) == 0 ? Medium.SSD : Medium.DISK;
          replicas.add(new Replica("n" + node, "/r" + node % 2, medium));
        }
        long bytes = 1 + random.nextInt((int) (128 * MIB));
        long id = 10L * dataset + b;
        blocks.add(new ManagedBlock("/d" + dataset + "/f" + b, id, bytes, replicas));
      }
      return blocks;
    }

    WhatIf ask(List<Move> asked) {
      WhatIf.Throttles throttles = new WhatIf.Throttles(512 * MIB, 64 * MIB);
      return WhatIf.of(asked, datasets, storages, Network.TYPICAL, throttles);
    }

    Scene done() {
      Map<Long, ManagedBlock> blocks = new HashMap<>();
      datasets.forEach(d -> d.blocks().forEach(block -> blocks.put(block.id(), block)));
      for (Move move : moves) {
        ManagedBlock block = blocks.get(move.block());
        List<Replica> replicas = new ArrayList<>(block.replicas());
        replicas.removeIf(r -> r.node().equals(move.fromNode()) && r.medium() == move.from());
        int node = Integer.parseInt(move.toNode().substring(1));
        replicas.add(new Replica(move.toNode(), "/r" + node % 2, move.to()));
        blocks.put(block.id(), new ManagedBlock(block.file(), block.id(), block.bytes(), replicas));
      }
      List<ReadDataset> after = new ArrayList<>();
      for (ReadDataset dataset : datasets) {
        List<ManagedBlock> moved =
            dataset.blocks().stream().map(block -> blocks.get(block.id())).toList();
        after.add(new ReadDataset(dataset.root(), dataset.readers(), moved));
      }
      return new Scene(storages, after, moves);
    }
  }

  private static double sum(WhatIf whatIf, java.util.function.ToDoubleFunction<JobGain> figure) {
    return whatIf.jobs().stream().mapToDouble(figure).sum();
  }

  @Property(tries = 200)
  void emptyPlanCostsAndSavesNothing(@ForAll long seed) {
    WhatIf nothing = Scene.of(seed).ask(List.of());
    assertThat(nothing.moves()).isZero();
    assertThat(nothing.skipped()).isZero();
    assertThat(nothing.bytes()).isZero();
    assertThat(nothing.ssdBytes()).isZero();
    assertThat(nothing.copySeconds()).isZero();
    assertThat(nothing.throttledSeconds()).isZero();
    assertThat(nothing.savedSeconds()).isZero();
    assertThat(nothing.tiers())
        .allSatisfy(tier -> assertThat(tier.usedBytesThen()).isEqualTo(tier.usedBytesNow()));
  }

  @Property(tries = 200)
  void planCostsWhatItsMovesCost(@ForAll long seed) {
    Scene scene = Scene.of(seed);
    WhatIf whatIf = scene.ask(scene.moves());
    assertThat(whatIf.moves()).isEqualTo(scene.moves().size());
    assertThat(whatIf.skipped()).isZero();
    assertThat(whatIf.bytes()).isEqualTo(scene.moves().stream().mapToLong(Move::bytes).sum());
    assertThat(whatIf.ssdBytes()).isEqualTo(scene.moves().stream().mapToLong(Move::ssdBytes).sum());
    assertThat(whatIf.copySeconds())
        .isCloseTo(scene.moves().stream().mapToDouble(Move::seconds).sum(), within(1e-6));
    assertThat(whatIf.throttledSeconds())
        .isGreaterThanOrEqualTo((double) whatIf.bytes() / (512 * MIB));
  }

  @Property(tries = 200)
  void planThatIsDoneMovesNothingMore(@ForAll long seed) {
    Scene scene = Scene.of(seed);
    WhatIf again = scene.done().ask(scene.moves());
    assertThat(again.moves()).isZero();
    assertThat(again.skipped()).isEqualTo(scene.moves().size());
    assertThat(again.bytes()).isZero();
    assertThat(again.savedSeconds()).isZero();
  }

  @Property(tries = 200)
  void whatJobsSaveIsWhatTheyTakeLessThanBefore(@ForAll long seed) {
    Scene scene = Scene.of(seed);
    WhatIf whatIf = scene.ask(scene.moves());
    WhatIf after = scene.done().ask(List.of());
    assertThat(whatIf.savedSeconds())
        .isCloseTo(sum(whatIf, JobGain::savedSeconds), within(1e-9))
        .isCloseTo(
            sum(whatIf, JobGain::secondsNow) - sum(after, JobGain::secondsNow), within(1e-6));
    assertThat(sum(whatIf, JobGain::secondsThen))
        .isCloseTo(sum(after, JobGain::secondsNow), within(1e-6));
  }

  @Property(tries = 200)
  void bytesThatLeaveATierComeIntoAnother(@ForAll long seed) {
    Scene scene = Scene.of(seed);
    long change =
        scene.ask(scene.moves()).tiers().stream()
            .mapToLong(tier -> tier.usedBytesThen() - tier.usedBytesNow())
            .sum();
    assertThat(change).isZero();
  }
}
