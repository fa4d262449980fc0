/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.placement.Decider;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.ExitUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is missing or broken, the write succeeds, stock takes over, and a counter says so. */
@Tag("integration")
class FaultsTest {
  private static final String OUT = "/chain/out";
  private static final String FILE = OUT + "/part-0";

  /** LDM whose every decision throws. */
  public static final class ThrowingService extends LdmService {
    @Override
    Decider decider() {
      return (vertex, replicas, writer, table) -> {
        throw new IllegalStateException("injected");
      };
    }
  }

  @Test
  void withoutSsdsEverythingIsStock() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(b -> b.storages(StorageType.DISK).capacities(1L << 30))) {
      cluster.registerReaders("chain", OUT, 2);
      cluster.write(FILE, 3);
      cluster.assertReplicas(OUT, 0, 3);
      cluster.assertClean("/");
      assertThat(cluster.metrics().decisionsStock.value()).isEqualTo(3);
    }
  }

  @Test
  void fullSsdsLeaveTheRestToDisks() throws Exception {
    long room = 6L * LdmCluster.BLOCK;
    try (LdmCluster cluster = LdmCluster.start(b -> b.capacities(room, 1L << 30))) {
      cluster.registerReaders("chain", OUT, 3);
      cluster.write(FILE, 12);
      assertThat(cluster.census(OUT).blocks()).hasSize(12);
      assertThat(cluster.census(OUT).blocks())
          .allMatch(block -> block.replicas().size() == 3 && block.racks() == 2);
      assertThat(cluster.census(OUT).replicasPerTier().get(StorageType.DISK)).isPositive();
      cluster.assertClean("/");
    }
  }

  @Test
  void throwingDecisionsAreAnsweredByStock() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf ->
                        conf.set(
                            DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY,
                            ThrowingService.class.getName())))) {
      cluster.registerReaders("chain", OUT, 1);
      cluster.write(FILE, 3);
      cluster.assertReplicas(OUT, 0, 3);
      cluster.assertClean("/");
      assertThat(cluster.metrics().fallbacksException.value()).isEqualTo(3);
    }
  }

  /** What the decisions of an erring service throw. */
  private static volatile Error error;

  /** LDM whose every decision throws an error, whoever asks for it. */
  public static final class ErringService extends LdmService {
    @Override
    Decider decider() {
      return (vertex, replicas, writer, table) -> {
        throw error;
      };
    }
  }

  /** The monitor of redundancy asks for targets too, and an error there used to end a NameNode. */
  @ParameterizedTest
  @ValueSource(
      classes = {NoSuchMethodError.class, OutOfMemoryError.class, StackOverflowError.class})
  void errorsAreAnsweredByStockAndTheNameNodeLives(Class<? extends Error> kind) throws Exception {
    error = kind.getDeclaredConstructor(String.class).newInstance("injected");
    boolean misfits = error instanceof LinkageError;
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf -> {
                      conf.set(
                          DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, ErringService.class.getName());
                      conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
                    }))) {
      cluster.registerReaders("chain", OUT, 1);
      cluster.write(FILE, 3);
      cluster.assertReplicas(OUT, 0, 3);
      cluster.fileSystem().setReplication(new Path(FILE), (short) 4);
      cluster.awaitReplicas(FILE);
      assertThat(ExitUtil.terminateCalled()).isFalse();
      assertThat(cluster.metrics().fallbacksException.value())
          .isGreaterThanOrEqualTo(misfits ? 1 : 4);
      assertThatThrownBy(() -> cluster.client().explain(FILE))
          .hasMessageContaining(misfits ? "503" : "500")
          .hasMessageContaining("injected");
      JsonNode status = cluster.client().status();
      assertThat(status.path("faults").asLong()).isPositive();
      assertThat(status.at("/state/mode").asText()).isEqualTo(misfits ? "REFUSED" : "READY");
      assertThat(status.at("/state/why").asText().contains("injected")).isEqualTo(misfits);
      if (misfits) {
        assertThatThrownBy(() -> cluster.client().uninstall())
            .hasMessageContaining("injected")
            .hasMessageContaining("Nothing is uninstalled until LDM is on");
      }
      cluster.write(OUT + "/part-1", 3);
      cluster.assertClean("/");
    }
  }

  /** LDM that does not link when it is started. */
  public static final class UnlinkedService extends LdmService {
    @Override
    Decider decider() {
      throw new NoSuchMethodError("injected");
    }
  }

  @Test
  void serviceThatDoesNotLinkLeavesAStockNameNode() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf ->
                        conf.set(
                            DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY,
                            UnlinkedService.class.getName())))) {
      cluster.write(FILE, 2);
      cluster.assertReplicas(OUT, 0, 3);
      assertThat(cluster.service()).isNull();
    }
  }

  /** LDM in a Hadoop of another version. */
  public static final class ElsewhereService extends LdmService {
    @Override
    String hadoopVersion() {
      return "9.9.9";
    }
  }

  private static LdmCluster elsewhere(boolean allowed) throws IOException {
    return LdmCluster.start(
        b ->
            b.configure(
                conf -> {
                  conf.set(
                      DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, ElsewhereService.class.getName());
                  conf.setBoolean(ServiceKeys.UNTESTED_HADOOP_ALLOWED.key(), allowed);
                }));
  }

  @Test
  void untestedHadoopKeepsLdmOffAndSaysSo() throws Exception {
    try (LdmCluster cluster = elsewhere(false)) {
      assertThatThrownBy(() -> cluster.registerReaders("chain", OUT, 1))
          .hasMessageContaining("503")
          .hasMessageContaining("9.9.9");
      cluster.write(FILE, 1);
      cluster.assertReplicas(OUT, 0, 3);
      assertThat(cluster.client().status().at("/state/why").asText())
          .contains("9.9.9", "3.4.2", ServiceKeys.UNTESTED_HADOOP_ALLOWED.key());
      assertThat(cluster.metrics().offForGood.value()).isEqualTo(1);
    }
  }

  @Test
  void untestedHadoopMayBeAllowed() throws Exception {
    try (LdmCluster cluster = elsewhere(true)) {
      cluster.registerReaders("chain", OUT, 1);
      cluster.write(FILE, 1);
      cluster.assertReplicas(OUT, 1, 2);
    }
  }

  @Test
  void lineageWithdrawnWhileAJobWritesEndsThere() throws Exception {
    try (LdmCluster cluster = LdmCluster.start(b -> b)) {
      cluster.registerReaders("chain", OUT, 1);
      try (FSDataOutputStream out = cluster.fileSystem().create(new Path(FILE))) {
        out.write(new byte[LdmCluster.BLOCK]);
        out.hflush();
        // The directory's storage policy follows at the next tick, and would still place by
        // lineage.
        LdmCluster.await("the storage policy", () -> "ONE_SSD".equals(cluster.policy(OUT)));
        cluster.client().withdraw("chain");
        LdmCluster.await("its end", () -> "HOT".equals(cluster.policy(OUT)));
        out.write(new byte[2 * LdmCluster.BLOCK]);
      }
      cluster.awaitReplicas(FILE);
      var blocks = cluster.census(OUT).blocks();
      assertThat(blocks).hasSize(3);
      assertThat(blocks.get(0).on(StorageType.SSD)).isEqualTo(1);
      assertThat(blocks.get(2).on(StorageType.SSD)).isZero();
      cluster.assertClean("/");
      assertThat(cluster.metrics().withdrawals.value()).isEqualTo(1);
    }
  }

  @Test
  void configurationThatMakesNoSenseLeavesAStockNameNode() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(b -> b.configure(conf -> conf.set(PlacementKeys.RESERVE.key(), "2")))) {
      cluster.write("/any/file", 2);
      cluster.assertReplicas("/any", 0, 3);
      assertThat(cluster.service()).isNull();
    }
  }

  @Test
  void pausedPlacementIsStockAndCounted() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf -> {
                      conf.set(PlacementKeys.BUDGET.key(), "1ns");
                      conf.setInt(PlacementKeys.BUDGET_STRIKES.key(), 1);
                      conf.set(PlacementKeys.BUDGET_PAUSE.key(), "1h");
                      // Stock would follow the directory's policy, once that has been set.
                      conf.setBoolean(PlacementKeys.STORAGE_POLICIES.key(), false);
                    }))) {
      cluster.registerReaders("chain", OUT, 1);
      cluster.write(FILE, 3);
      assertThat(cluster.metrics().decisionsOverBudget.value()).isEqualTo(1);
      assertThat(cluster.metrics().fallbacksPaused.value()).isEqualTo(2);
      assertThat(cluster.census(OUT).replicasPerTier())
          .containsEntry(StorageType.SSD, 1)
          .containsEntry(StorageType.DISK, 8);
      cluster.assertClean("/");
    }
  }

  @Test
  void dataNodeLostWhileWritingLosesNothing() throws Exception {
    try (LdmCluster cluster = LdmCluster.start(b -> b)) {
      cluster.registerReaders("chain", OUT, 1);
      try (OutputStream out = cluster.fileSystem().create(new Path(FILE))) {
        out.write(new byte[LdmCluster.BLOCK]);
        cluster.embedded().hdfs().stopDataNode(0);
        out.write(new byte[3 * LdmCluster.BLOCK]);
      }
      assertThat(cluster.census(OUT).bytes()).isEqualTo(4L * LdmCluster.BLOCK);
      // Replicas of the last block are reported after the file's end.
      LdmCluster.await(
          "a fast replica of each block that was not left to stock",
          () -> fastBlocks(cluster) + cluster.metrics().fallbacksRetry.value() >= 4);
    }
  }

  private static long fastBlocks(LdmCluster cluster) {
    try {
      return cluster.census(OUT).blocks().stream().filter(b -> b.on(StorageType.SSD) == 1).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
