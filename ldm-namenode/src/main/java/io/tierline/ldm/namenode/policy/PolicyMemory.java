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
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.state.LaterFields;
import io.tierline.ldm.state.PolicyRecord;
import io.tierline.ldm.state.Records;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which directories carry a storage policy of ours, kept in a store, so that a withdrawal after a
 * restart or a failover still gives them back what they had.
 */
public final class PolicyMemory implements StoragePolicyAgreement.Memory {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyMemory.class);

  private final StateStore store;
  private final LeavingDatasets leaving;
  private Records<PolicyRecord> found = Records.none();

  public PolicyMemory(StateStore store, LeavingDatasets leaving) {
    this.store = store;
    this.leaving = leaving;
  }

  @Override
  public void remember(String root, String policy, byte before) throws IOException {
    String name = PolicyRecord.name(root);
    PolicyRecord record = new PolicyRecord(root, policy, before);
    store.put(name, LaterFields.kept(store.read(name), record.encode(store.format())));
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
  public StateLifeCycle.Companion companion(StoragePolicyAgreement agreement) {
    return new StateLifeCycle.Companion() {
      @Override
      public void prepare() throws IOException {
        found = Records.readAll(store, PolicyRecord::decode);
      }

      @Override
      public void load() {
        loadInto(agreement);
      }

      @Override
      public void release() {
        agreement.release();
      }
    };
  }

  private void loadInto(StoragePolicyAgreement agreement) {
    found.whole().forEach(kept -> agreement.resume(kept.path(), kept.policy(), kept.before()));
    found.damaged().forEach(this::setAside);
    found = Records.none();
  }

  private void setAside(String name, String why) {
    LOG.warn(
        "LDM sets aside the record of a storage policy {}: {}; see {} for a directory left with"
            + " ONE_SSD or ALL_SSD",
        name,
        Printable.of(why),
        "hdfs storagepolicies -getStoragePolicy");
    try {
      store.setAside(name);
    } catch (IOException e) {
      LOG.warn("LDM sets the record {} aside at its next start: {}", name, e.toString());
    }
  }
}
