/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.ReplicaChoice;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Standing.Place;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PolicyRoundsTest {
  private static final String ROOT = "/a";
  private static final byte ONE_SSD = StoragePolicy.ONE_SSD.value();

  private final StandingDirectory namespace = new StandingDirectory(ROOT);
  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(10);
  private final PlacementAdvisor advisor =
      Advisors.advisor(registry, new Configuration(false), metrics, PlacementPlanner::plan);
  private final StoragePolicyAgreement agreement =
      new StoragePolicyAgreement(
          namespace, StoragePolicyAgreement.Memory.NONE, StoragePolicy.HOT.value(), true, metrics);
  private final PolicyRounds rounds =
      new PolicyRounds(
          registry,
          advisor::settings,
          agreement,
          new Ownership(
              paths -> paths.stream().map(path -> new Place("ann", "ann")).toList(),
              user -> false,
              user -> false,
              () -> ""));

  @BeforeEach
  void policyOfOursStands() throws LineageException {
    Job writer = Job.named("writer", "map-reduce").writes(DatasetPath.of(ROOT)).build();
    Job reader = Job.named("reader", "map-reduce").reads(DatasetPath.of(ROOT)).build();
    registry.register(Workflow.of("chain", "chain", List.of(writer, reader), List.of()), "ann");
    place();
    assertThat(namespace.policies()).containsEntry(ROOT, ONE_SSD);
  }

  @AfterEach
  void closeMetrics() {
    metrics.close();
  }

  private void place() {
    ReplicaChoice fast = new ReplicaChoice(Medium.SSD, 0.5, 1);
    ReplicaChoice slow = new ReplicaChoice(Medium.DISK, 0.5, 1);
    agreement.placing(ROOT, new PlacementPlan(1, 0, List.of(fast, slow)), null);
    rounds.round();
  }

  private void set(String... keysAndValues) {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(keysAndValues[i], keysAndValues[i + 1]);
    }
    advisor.settings(LdmSettings.from(conf));
    rounds.round();
  }

  @Test
  void whilePlacementIsOffNoPolicyOfOursHasHdfsPlaceOnSsds() {
    set(PlacementKeys.ENABLED.key(), "false");
    assertThat(namespace.policies()).isEmpty();
    place();
    assertThat(namespace.policies()).as("nor is one set that was noted before").isEmpty();
    set(PlacementKeys.ENABLED.key(), "true");
    place();
    assertThat(namespace.policies()).containsEntry(ROOT, ONE_SSD);
  }

  @Test
  void shadowModeLeavesNoneEither() {
    set(PlacementKeys.SHADOW.key(), "true", MigrationKeys.MODE.key(), "auto");
    assertThat(namespace.policies()).isEmpty();
  }

  @Test
  void whatMigrationKeepsOnSsdsByItselfKeepsItsPolicy() {
    set(PlacementKeys.ENABLED.key(), "false", MigrationKeys.MODE.key(), "auto");
    assertThat(namespace.policies()).containsEntry(ROOT, ONE_SSD);
  }
}
