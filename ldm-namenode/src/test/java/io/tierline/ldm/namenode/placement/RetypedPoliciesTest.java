/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import static io.tierline.ldm.rating.Medium.DISK;
import static io.tierline.ldm.rating.Medium.NVDIMM;
import static io.tierline.ldm.rating.Medium.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.ReplicaChoice;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.junit.jupiter.api.Test;

class RetypedPoliciesTest {
  private static final BlockStoragePolicySuite SUITE = BlockStoragePolicySuite.createDefaultSuite();
  private static final BlockStoragePolicy HOT = SUITE.getPolicy(StoragePolicy.HOT.value());
  private static final BlockStoragePolicy ONE_SSD = SUITE.getPolicy(StoragePolicy.ONE_SSD.value());

  private final RetypedPolicies policies = new RetypedPolicies();

  @Test
  void planIsSaidReplicaByReplica() {
    BlockStoragePolicy policy = policies.of(plan(NVDIMM, SSD, DISK), HOT);
    assertThat(policy.chooseStorageTypes((short) 3))
        .containsExactly(StorageType.NVDIMM, StorageType.SSD, StorageType.DISK);
    assertThat(policy.chooseStorageTypes((short) 4)).endsWith(StorageType.DISK, StorageType.DISK);
  }

  @Test
  void missingTypeFallsBackAsOneSsdDoes() {
    BlockStoragePolicy policy = policies.of(plan(SSD, DISK), HOT);
    assertThat(policy.getCreationFallback(EnumSet.of(StorageType.SSD))).isEqualTo(StorageType.DISK);
    assertThat(policy.getReplicationFallback(EnumSet.of(StorageType.DISK)))
        .isEqualTo(StorageType.SSD);
  }

  @Test
  void planOfTheStockPolicyIsLeftToIt() {
    assertThat(policies.of(plan(DISK, DISK), HOT)).isNull();
    assertThat(policies.of(plan(DISK, DISK), null)).isNull();
    assertThat(policies.of(plan(), ONE_SSD)).isNull();
  }

  @Test
  void planOnDiskReplacesAFastPolicy() {
    assertThat(policies.of(plan(DISK, DISK), ONE_SSD).chooseStorageTypes((short) 2))
        .containsOnly(StorageType.DISK);
  }

  @Test
  void equalPlansShareAPolicyAndOthersDoNot() {
    BlockStoragePolicy one = policies.of(plan(SSD, DISK), HOT);
    assertThat(policies.of(plan(SSD, DISK), ONE_SSD)).isSameAs(one);
    assertThat(policies.of(plan(DISK, SSD), HOT)).isNotSameAs(one);
    assertThat(policies.of(plan(SSD, DISK, DISK), HOT)).isNotSameAs(one);
    assertThat(policies.of(plan(SSD), HOT)).isNotSameAs(one);
  }

  @Test
  void manyReplicasFollowTheLastThatIsSaid() {
    Medium[] media = Collections.nCopies(512, SSD).toArray(Medium[]::new);
    assertThat(policies.of(plan(media), HOT).chooseStorageTypes((short) 512))
        .hasSize(512)
        .containsOnly(StorageType.SSD);
  }

  @Test
  void fastReplicasAreCountedAsHdfsChoosesThem() {
    List<BlockStoragePolicy> all = new ArrayList<>(List.of(SUITE.getAllPolicies()));
    all.add(policies.of(plan(NVDIMM, SSD, DISK), HOT));
    all.add(policies.of(plan(DISK, Medium.RAM_DISK, SSD), HOT));
    all.add(policies.of(plan(SSD, DISK, Medium.RAM_DISK), HOT));
    for (BlockStoragePolicy policy : all) {
      for (short replicas = 0; replicas < 6; replicas++) {
        long fast =
            policy.chooseStorageTypes(replicas).stream().filter(RetypedPolicies::isFast).count();
        assertThat(RetypedPolicies.fast(policy, replicas)).as("%s", policy).isEqualTo((int) fast);
      }
    }
  }

  @Test
  void oursAreKnown() {
    assertThat(policies.isOurs(policies.of(plan(SSD), HOT))).isTrue();
    assertThat(policies.isOurs(HOT)).isFalse();
    assertThat(policies.isOurs(null)).isFalse();
  }

  private static PlacementPlan plan(Medium... media) {
    return new PlacementPlan(
        1, 0, Arrays.stream(media).map(medium -> new ReplicaChoice(medium, 0.5, 1)).toList());
  }
}
