/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.policy.StandingDirectory;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.DecisionGuard;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.ManagedDataset;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NotedRootsTest {
  private static final String ROOT = "/tera/in";
  private static final String FILE = ROOT + "/part-0";
  private static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy(StoragePolicy.HOT.value());

  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(1);
  private final StandingDirectory namespace = new StandingDirectory(ROOT);
  private final StoragePolicyAgreement agreement =
      new StoragePolicyAgreement(
          namespace, StoragePolicyAgreement.Memory.NONE, StoragePolicy.HOT.value(), true, metrics);
  private final PlacementAdvisor advisor =
      new PlacementAdvisor(
          registry,
          LdmSettings.from(new Configuration(false)),
          new Deciding(
              PlacementPlanner::plan, new DecisionGuard(100, 2, 1_000, () -> 0), agreement),
          new PlacementAdvisor.Faults(new HostGuard("LDM"), metrics));

  @BeforeEach
  void registerTheChain() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    advisor.publish(GlobalStorageTable.reference(3));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  private void place(String file) {
    assertThat(advisor.advise(file, 3, null, HOT, false)).isNotNull();
  }

  private void round() {
    agreement.tick(root -> true, false, () -> true);
  }

  @Test
  void blocksOfAFileNoteItsRootOnceInARound() {
    place(FILE);
    agreement.setNoMore();
    place(FILE);
    round();
    assertThat(namespace.policies()).isEmpty();
  }

  @Test
  void noteThatWasGivenUpIsMadeAgainInTheNextRound() {
    place(FILE);
    agreement.setNoMore();
    round();
    place(FILE);
    round();
    assertThat(namespace.policies()).containsOnlyKeys(ROOT);
  }

  @Test
  void otherFilesAndWhatIsStatedAnewAreNoted() {
    ManagedDataset dataset = registry.view().managed(ROOT);
    ManagedDataset anew =
        new ManagedDataset(ROOT, dataset.vertex(), dataset.owner(), dataset.others());
    NotedRoots noted = new NotedRoots();
    assertThat(noted.isNew(FILE, dataset, 1)).isTrue();
    assertThat(noted.isNew(FILE, dataset, 1)).isFalse();
    assertThat(noted.isNew(ROOT + "/part-1", dataset, 1)).isTrue();
    assertThat(noted.isNew(FILE, anew, 1)).isTrue();
    assertThat(noted.isNew(FILE, dataset, 1)).isTrue();
    assertThat(noted.isNew(FILE, dataset, 2)).isTrue();
  }
}
