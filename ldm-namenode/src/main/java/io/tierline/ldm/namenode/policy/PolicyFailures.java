/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what could not be done with a directory's storage policy, and logs each case once. */
final class PolicyFailures {
  private static final Logger LOG = LoggerFactory.getLogger(StoragePolicyAgreement.class);

  /** Cases remembered; later ones are counted alone. */
  private static final int MOST_LOGGED = 10_000;

  private final LdmMetrics metrics;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  PolicyFailures(LdmMetrics metrics) {
    this.metrics = metrics;
  }

  /**
   * Notes a failure.
   *
   * @param what could not be done with the policy: "set", "restore"
   */
  void add(String what, String root, IOException e) {
    metrics.storagePolicyFailures.incr();
    if (logged.size() < MOST_LOGGED && logged.add(what + root)) {
      LOG.warn(
          "LDM could not {} the storage policy of {}: {}",
          what,
          Printable.of(root),
          Printable.of(e.toString()));
    }
  }
}
