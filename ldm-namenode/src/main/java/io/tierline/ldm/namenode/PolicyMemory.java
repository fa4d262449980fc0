/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.state.DamagedStateException;
import io.tierline.ldm.state.NewerStateException;
import io.tierline.ldm.state.PolicyRecord;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which directories carry a storage policy of ours, kept in a store, so that a withdrawal after a
 * restart or a failover still gives them back what they had.
 */
final class PolicyMemory implements StoragePolicyAgreement.Memory {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyMemory.class);

  private final StateStore store;
  private final LeavingDatasets leaving;

  PolicyMemory(StateStore store, LeavingDatasets leaving) {
    this.store = store;
    this.leaving = leaving;
  }

  @Override
  public void remember(String root, String policy, byte before) throws IOException {
    store.put(PolicyRecord.name(root), new PolicyRecord(root, policy, before).encode());
  }

  @Override
  public void leaving(String root, String policy, byte before) throws IOException {
    leaving.add(new PolicyRecord(root, policy, before));
  }

  @Override
  public void forget(String root) throws IOException {
    store.remove(PolicyRecord.name(root));
  }

  /** Has the agreement take over what is kept, and let go of it at the end of a term. */
  StateLifeCycle.Companion companion(StoragePolicyAgreement agreement) {
    return new StateLifeCycle.Companion() {
      @Override
      public void load() throws IOException {
        loadInto(agreement);
      }

      @Override
      public void release() {
        agreement.release();
      }
    };
  }

  private void loadInto(StoragePolicyAgreement agreement) throws IOException {
    List<String> damaged = new ArrayList<>();
    store.readAll((name, attributes) -> resume(agreement, name, attributes, damaged));
    for (String name : damaged) {
      try {
        store.setAside(name);
      } catch (IOException e) {
        LOG.warn("LDM sets the record {} aside at its next start: {}", name, e.toString());
      }
    }
  }

  private static void resume(
      StoragePolicyAgreement agreement,
      String name,
      Map<String, byte[]> attributes,
      List<String> damaged) {
    try {
      PolicyRecord kept = PolicyRecord.decode(attributes);
      agreement.resume(kept.path(), kept.policy(), kept.before());
    } catch (NewerStateException e) {
      LOG.warn("LDM leaves the record of a storage policy {} alone: {}", name, e.getMessage());
    } catch (DamagedStateException e) {
      damaged.add(name);
      LOG.warn(
          "LDM sets aside the record of a storage policy {}: {}; see {} for a directory left with"
              + " ONE_SSD or ALL_SSD",
          name,
          e.getMessage(),
          "hdfs storagepolicies -getStoragePolicy");
    }
  }
}
