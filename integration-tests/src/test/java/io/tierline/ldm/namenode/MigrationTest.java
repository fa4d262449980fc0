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

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.MoveResult;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.migration.PlanState;
import io.tierline.ldm.namenode.migration.BlockMover;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.namenode.migration.OpenPlans;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.testing.cluster.BlockReplicas;
import io.tierline.testing.cluster.FsckReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.balancer.BalancerRun;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replicas that move between tiers on a small cluster, and what may come in between. */
@Tag("integration")
class MigrationTest {
  private static final String OUT = "/chain/out";
  private static final String FILE = OUT + "/part-0";

  private static MigratingCluster auto() throws Exception {
    return MigratingCluster.start("auto", conf -> {});
  }

  /** One move at a time and about one a second. */
  private static MigratingCluster slow(String mode) throws Exception {
    return MigratingCluster.start(
        mode,
        conf -> {
          conf.set(MigrationKeys.TOTAL_BYTES.key(), "1m");
          conf.set(MigrationKeys.THREADS.key(), "1");
        });
  }

  @Test
  void afterTheLastReaderEverythingLeavesTheFastTier() throws Exception {
    try (MigratingCluster cluster = auto()) {
      cluster.ldm().registerReaders("chain", OUT, 1);
      FileChecksum before = cluster.write(FILE, 4);
      cluster.ldm().assertReplicas(OUT, 1, 2);
      LdmCluster.await("the policy", () -> "ONE_SSD".equals(cluster.ldm().policy(OUT)));
      cluster.ldm().client().finished("chain", "reader0");
      cluster.awaitOn(OUT, 0, 3);
      assertThat(cluster.ldm().policy(OUT)).isEqualTo("HOT");
      cluster.checkRedundancy();
      assertThat(cluster.isOn(OUT, 0, 3)).isTrue();
      cluster.assertWhole(FILE, before);
      LdmCluster.await("the count", () -> moved(cluster) == 4);
      assertThat(cluster.ldm().metrics().migrationSsdBytes.value()).isZero();
      LdmCluster.await("the last move", () -> explained(cluster).has("lastMove"));
      JsonNode last = explained(cluster).get("lastMove");
      assertThat(last.get("why").asText()).isEqualTo("NO_USE_LEFT");
      assertThat(last.get("outcome").asText()).isEqualTo("DONE");
    }
  }

  private static JsonNode explained(MigratingCluster cluster) {
    try {
      return cluster.ldm().client().explain(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long moved(MigratingCluster cluster) {
    return cluster.ldm().metrics().migrationMovesDone.value();
  }

  @Test
  void whatIsWithdrawnLeavesTheFastTierToo() throws Exception {
    try (MigratingCluster cluster = auto()) {
      cluster.ldm().registerReaders("chain", OUT, 3);
      FileChecksum before = cluster.write(FILE, 3);
      cluster.ldm().assertReplicas(OUT, 3, 0);
      cluster.ldm().client().withdraw("chain");
      cluster.awaitOn(OUT, 0, 3);
      cluster.assertWhole(FILE, before);
    }
  }

  @Test
  void dataThatWillSoonBeReadGoesUpAndStaysThere() throws Exception {
    try (MigratingCluster cluster = auto()) {
      FileChecksum before = cluster.write(FILE, 4);
      cluster.ldm().assertReplicas(OUT, 0, 3);
      cluster.ldm().registerReaders("chain", OUT, 2);
      cluster.awaitOn(OUT, 2, 1);
      cluster.checkRedundancy();
      assertThat(cluster.isOn(OUT, 2, 1)).isTrue();
      cluster.assertWhole(FILE, before);
      LdmCluster.await("the count", () -> moved(cluster) == 8);
      assertThat(cluster.ldm().metrics().migrationSsdBytes.value())
          .isEqualTo(8L * LdmCluster.BLOCK);
    }
  }

  @Test
  void moverAndBalancerLeaveWhatWasMoved() throws Exception {
    try (MigratingCluster cluster = auto()) {
      cluster.write(FILE, 4);
      cluster.ldm().registerReaders("chain", OUT, 1);
      cluster.awaitOn(OUT, 1, 2);
      LdmCluster.await("the policy", () -> "ONE_SSD".equals(cluster.ldm().policy(OUT)));
      var moved = cluster.ldm().census(OUT);
      Configuration conf = cluster.embedded().configuration();
      assertThat(ToolRunner.run(conf, new Mover.Cli(), new String[] {"-p", "/"})).isZero();
      assertThat(cluster.ldm().census(OUT)).isEqualTo(moved);
      BalancerRun.once(conf);
      assertThat(cluster.isOn(OUT, 1, 2)).isTrue();

      cluster.ldm().client().finished("chain", "reader0");
      cluster.awaitOn(OUT, 0, 3);
      var down = cluster.ldm().census(OUT);
      assertThat(ToolRunner.run(conf, new Mover.Cli(), new String[] {"-p", "/"})).isZero();
      assertThat(cluster.ldm().census(OUT)).isEqualTo(down);
    }
  }

  /** HDFS's own choice of the surplus replica would delete the new copy. */
  @Test
  void moveToAnotherNodeIsNotUndone() throws Exception {
    try (MigratingCluster cluster = MigratingCluster.start("off", conf -> {})) {
      FileChecksum before = cluster.write(FILE, 1);
      BlockReplicas block = cluster.ldm().census(OUT).blocks().get(0);
      Move move = awayFromTheFullerRack(cluster, block);
      RestParts service = cluster.ldm().service();
      try (BlockMover mover =
          new BlockMover(
              service.nameNode(),
              service.advisor().surplus().movesInFlight(),
              service.advisor().unreported(),
              service.placement().wear().wear(),
              service.metrics(),
              30_000,
              root -> 1)) {
        assertThat(mover.move(move)).isEqualTo(MoveResult.DONE);
        assertThat(cluster.isOn(OUT, 1, 2)).isTrue();
        cluster.checkRedundancy();
        assertThat(cluster.isOn(OUT, 1, 2)).isTrue();
        assertThat(mover.move(move)).as("the same again").isEqualTo(MoveResult.DONE);
        assertThat(mover.move(move.reversed())).isEqualTo(MoveResult.DONE);
        assertThat(cluster.isOn(OUT, 0, 3)).isTrue();
      }
      cluster.assertWhole(FILE, before);
    }
  }

  /** From the rack with two replicas to the node without any. */
  private static Move awayFromTheFullerRack(MigratingCluster cluster, BlockReplicas block) {
    List<String> used = block.replicas().stream().map(BlockReplicas.Replica::dataNode).toList();
    DatanodeRegistration free = null;
    String source = null;
    for (var node : cluster.embedded().hdfs().getDataNodes()) {
      DatanodeRegistration id = registration(cluster, node);
      if (!used.contains(id.getXferAddr())) {
        free = id;
      } else if (shared(block, id.getXferAddr())) {
        source = id.getDatanodeUuid();
      }
    }
    return new Move(
        Move.Why.USE_IS_NEAR,
        "a test",
        OUT,
        FILE,
        block.blockId(),
        block.bytes(),
        source,
        Medium.DISK,
        free.getDatanodeUuid(),
        Medium.SSD,
        1);
  }

  private static DatanodeRegistration registration(MigratingCluster cluster, DataNode node) {
    try {
      return node.getDNRegistrationForBP(
          cluster.embedded().hdfs().getNamesystem().getBlockPoolId());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean shared(BlockReplicas block, String dataNode) {
    String rack =
        block.replicas().stream()
            .filter(r -> r.dataNode().equals(dataNode))
            .findFirst()
            .orElseThrow()
            .rack();
    return block.replicas().stream().filter(r -> r.rack().equals(rack)).count() == 2;
  }

  @Test
  void planIsAppliedPausedResumedAndUndone() throws Exception {
    try (MigratingCluster cluster = slow("plan")) {
      FileChecksum before = cluster.write(FILE, 6);
      cluster.ldm().registerReaders("chain", OUT, 1);
      var client = cluster.ldm().client();
      JsonNode made = client.plan();
      String id = made.get("id").asText();
      assertThat(made.get("state").asText()).isEqualTo("PLANNED");
      assertThat(made.get("entries")).hasSize(6);
      assertThat(made.get("ssdBytes").asLong()).isEqualTo(6L * LdmCluster.BLOCK);
      assertThat(cluster.isOn(OUT, 0, 3)).as("nothing is moved by a plan").isTrue();

      client.applyPlan(id);
      LdmCluster.await("the first moves", () -> cluster.count(id, "DONE") >= 2);
      assertThat(client.pausePlan(id).get("state").asText()).isEqualTo("PAUSED");
      LdmCluster.await("rest", () -> cluster.count(id, "RUNNING") == 0);
      int done = cluster.count(id, "DONE");
      assertThat(done).isBetween(2, 5);
      assertThat(cluster.onSsd(OUT)).isEqualTo(done);
      client.resumePlan(id);
      cluster.awaitState(id, "DONE");
      cluster.awaitOn(OUT, 1, 2);

      LdmCluster.await("the count", () -> moved(cluster) == 6);
      client.applyPlan(id);
      assertThat(cluster.state(id)).isEqualTo("DONE");
      client.undoPlan(id);
      cluster.awaitState(id, "UNDONE");
      cluster.awaitOn(OUT, 0, 3);
      LdmCluster.await("the count", () -> moved(cluster) == 12);
      assertThat(cluster.ldm().policy(OUT)).isEqualTo("HOT");
      cluster.assertWhole(FILE, before);
    }
  }

  @Test
  void planUnderWayIsGivenUpByARestartAndSaysSo() throws Exception {
    try (MigratingCluster cluster = slow("plan")) {
      FileChecksum before = cluster.write(FILE, 6);
      cluster.ldm().registerReaders("chain", OUT, 1);
      var client = cluster.ldm().client();
      String id = client.plan().get("id").asText();
      client.applyPlan(id);
      client.pausePlan(id);
      cluster.embedded().hdfs().restartNameNode(0);
      LdmCluster.await("the lineage", () -> cluster.ldm().service().state().isWritable());
      MigrationService migration = cluster.ldm().service().migration();
      PlanProgress plan = migration.plans().find(id).orElseThrow();
      assertThat(plan.state()).isEqualTo(PlanState.ABANDONED);
      assertThat(plan.note()).isEqualTo(OpenPlans.GIVEN_UP);
      Path kept = new Path(NamespaceStateStore.ROOT, "plans");
      LdmCluster.await("its record's end", () -> isEmpty(cluster, kept));
      cluster.assertWhole(FILE, before);
    }
  }

  private static boolean isEmpty(MigratingCluster cluster, Path directory) {
    try {
      return cluster.ldm().fileSystem().listStatus(directory).length == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatWasWithdrawnRightBeforeARestartLeavesTheFastTierToo() throws Exception {
    try (MigratingCluster cluster =
        MigratingCluster.start("auto", c -> c.set(MigrationKeys.TOTAL_BYTES.key(), "1m"))) {
      cluster.ldm().registerReaders("chain", OUT, 3);
      FileChecksum before = cluster.write(FILE, 6);
      cluster.ldm().assertReplicas(OUT, 3, 0);
      cluster.ldm().client().withdraw("chain");
      cluster.embedded().hdfs().restartNameNode(0);
      cluster.awaitOn(OUT, 0, 3);
      cluster.assertWhole(FILE, before);
    }
  }

  @Test
  void whatWasUndoneIsNotDoneAgainBehindTheOperatorsBack() throws Exception {
    try (MigratingCluster cluster = auto()) {
      cluster.write(FILE, 2);
      cluster.ldm().registerReaders("chain", OUT, 1);
      cluster.awaitOn(OUT, 1, 2);
      var client = cluster.ldm().client();
      String id = client.plans().get("plans").get(0).get("id").asText();
      cluster.awaitState(id, "DONE");
      client.undoPlan(id);
      cluster.awaitState(id, "UNDONE");
      cluster.awaitOn(OUT, 0, 3);
      MigrationService migration = cluster.ldm().service().migration();
      int plans = migration.plans().newestFirst().size();
      // Another dataset shows that plans are still made.
      cluster.write("/other/part-0", 1);
      cluster.ldm().registerReaders("other", "/other", 1);
      cluster.awaitOn("/other", 1, 2);
      assertThat(migration.plans().newestFirst()).hasSize(plans + 1);
      assertThat(cluster.isOn(OUT, 0, 3)).isTrue();
    }
  }

  @Test
  void dataNodeThatDiesAmidTheMovesCostsNothing() throws Exception {
    try (MigratingCluster cluster = slow("auto")) {
      FileChecksum before = cluster.write(FILE, 10);
      cluster.ldm().registerReaders("chain", OUT, 1);
      LdmCluster.await("the first moves", () -> moved(cluster) >= 2);
      loseDataNode(cluster);
      LdmCluster.await("the end", () -> everyBlockIsWhole(cluster));
      cluster.assertWhole(FILE, before);
    }
  }

  /**
   * HDFS makes up for a lost replica by the lineage, on an SSD, while a move of that block waits in
   * a plan from before.
   */
  @Test
  void promotionIsLeftOutWhereABlockHasGotItsFastReplicaMeanwhile() throws Exception {
    try (MigratingCluster cluster =
        MigratingCluster.start(
            "auto",
            conf -> {
              conf.set(MigrationKeys.TOTAL_BYTES.key(), "1m");
              conf.set(MigrationKeys.THREADS.key(), "1");
              conf.set(MigrationKeys.INTERVAL.key(), "1m");
            })) {
      FileChecksum before = cluster.write(FILE, 14);
      cluster.ldm().registerReaders("chain", OUT, 1);
      LdmCluster.await("the first moves", () -> moved(cluster) >= 2);
      loseDataNode(cluster);
      LdmCluster.await("the end", () -> everyBlockIsWhole(cluster));
      assertThat(cluster.onSsd(OUT)).as("one may have been under way").isBetween(14, 15);
      cluster.assertWhole(FILE, before);
    }
  }

  private static void loseDataNode(MigratingCluster cluster) throws Exception {
    DatanodeID dying = cluster.embedded().hdfs().getDataNodes().get(1).getDatanodeId();
    cluster.embedded().hdfs().stopDataNode(1);
    // A busy machine might have made all moves by the time that heartbeats are missed.
    cluster.embedded().hdfs().setDataNodeDead(dying);
  }

  /** A move that was under way may leave a block with a fast replica more. */
  private static boolean everyBlockIsWhole(MigratingCluster cluster) {
    try {
      int live = cluster.embedded().hdfs().getNamesystem().getNumLiveDataNodes();
      return live == 3
          && cluster.ldm().census(OUT).blocks().stream()
              .allMatch(
                  b -> b.replicas().size() == 3 && b.racks() == 2 && b.on(StorageType.SSD) >= 1)
          // A replica that is surplus for a moment counts above, and the next may not be there yet.
          && FsckReport.of(cluster.embedded().configuration(), new Path("/")).isClean();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void nodeThatIsDecommissionedIsLeftAloneAndHurtsNobody() throws Exception {
    try (MigratingCluster cluster = auto()) {
      FileChecksum before = cluster.write(FILE, 4);
      cluster.ldm().registerReaders("chain", OUT, 1);
      cluster.awaitOn(OUT, 1, 2);
      DatanodeManager nodes =
          cluster.embedded().hdfs().getNamesystem().getBlockManager().getDatanodeManager();
      DatanodeDescriptor leaving =
          nodes.getDatanode(registration(cluster, cluster.embedded().hdfs().getDataNodes().get(0)));
      nodes.getDatanodeAdminManager().startDecommission(leaving);
      LdmCluster.await("the decommission", leaving::isDecommissioned);
      cluster.ldm().client().finished("chain", "reader0");
      LdmCluster.await(
          "demotion on the others", () -> othersAreOnDisk(cluster, leaving.getXferAddr()));
      cluster.assertWhole(FILE, before);
    }
  }

  private static boolean othersAreOnDisk(MigratingCluster cluster, String leaving) {
    try {
      return cluster.ldm().census(OUT).blocks().stream()
          .map(b -> b.replicas().stream().filter(r -> !r.dataNode().equals(leaving)).toList())
          .allMatch(
              others ->
                  others.size() == 3
                      && others.stream().allMatch(r -> r.tier() == StorageType.DISK));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void wornSsdsTakeNothing() throws Exception {
    try (MigratingCluster cluster =
        MigratingCluster.start("auto", c -> c.set(MigrationKeys.WEAR.key(), "0"))) {
      cluster.write(FILE, 1);
      cluster.ldm().registerReaders("chain", OUT, 1);
      LdmCluster.await(
          "the refusal", () -> cluster.ldm().metrics().migrationWearRefused.value() > 0);
      assertThat(cluster.isOn(OUT, 0, 3)).isTrue();
    }
  }

  @Test
  void whatIsWrittenOrUnderAPolicyOfItsUsersIsLeftAlone() throws Exception {
    try (MigratingCluster cluster = auto()) {
      cluster.write(FILE, 1);
      cluster.write("/own/part-0", 1);
      cluster.ldm().fileSystem().setStoragePolicy(new Path("/own"), "WARM");
      try (var open = cluster.ldm().fileSystem().append(new Path(FILE))) {
        open.write(1);
        open.hflush();
        cluster.ldm().registerReaders("chain", OUT, 1);
        cluster.ldm().registerReaders("own", "/own", 1);
        cluster.write("/other/part-0", 1);
        cluster.ldm().registerReaders("other", "/other", 1);
        cluster.awaitOn("/other", 1, 2);
        assertThat(cluster.onSsd(OUT)).isZero();
        assertThat(cluster.onSsd("/own")).isZero();
      }
      cluster.awaitOn(OUT, 1, 2);
    }
  }
}
