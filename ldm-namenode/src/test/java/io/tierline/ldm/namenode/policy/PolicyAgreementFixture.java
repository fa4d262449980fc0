/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.ReplicaChoice;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.state.MemoryStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.junit.jupiter.api.AfterEach;

/** An agreement over a namespace and a store that are none, and what its tests do with it. */
abstract class PolicyAgreementFixture {
  static final byte HOT = StoragePolicy.HOT.value();
  static final byte COLD = StoragePolicy.COLD.value();
  static final byte ONE_SSD = StoragePolicy.ONE_SSD.value();
  static final byte ALL_SSD = StoragePolicy.ALL_SSD.value();

  final BlockStoragePolicySuite suite = BlockStoragePolicySuite.createDefaultSuite();
  final FakeNamespace namespace = new FakeNamespace();
  final MemoryStore store = new MemoryStore();
  final LeavingDatasets leaving = new LeavingDatasets(new MemoryStore());
  final PolicyMemory memory = new PolicyMemory(store, leaving);
  final Set<String> managed = new HashSet<>(Set.of("/a", "/a/b", "/"));
  final LdmMetrics metrics = LdmMetrics.create();
  final StoragePolicyAgreement agreement =
      new StoragePolicyAgreement(namespace, memory, HOT, true, metrics);

  @AfterEach
  void closeMetrics() {
    metrics.close();
  }

  void ticksUntilLookedFor() {
    for (int i = 0; i < StoragePolicyAgreement.SWEEP_TICKS; i++) {
      tick();
    }
  }

  /** What another process, or this one after a restart, makes of the same store and namespace. */
  StoragePolicyAgreement successor() throws IOException {
    StoragePolicyAgreement next = new StoragePolicyAgreement(namespace, memory, HOT, true, metrics);
    memory.companion(next).prepare();
    memory.companion(next).load();
    return next;
  }

  void place(String root, Medium... media) {
    agreement.placing(root, plan(media), policy(HOT));
    tick();
  }

  void tick() {
    agreement.tick(managed::contains, true, () -> true);
  }

  BlockStoragePolicy policy(byte id) {
    return suite.getPolicy(id);
  }

  static PlacementPlan plan(Medium... media) {
    return new PlacementPlan(
        1, 0, Arrays.stream(media).map(medium -> new ReplicaChoice(medium, 0.5, 1)).toList());
  }
}
