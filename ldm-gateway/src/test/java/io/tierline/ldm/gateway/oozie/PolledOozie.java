/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.state.MemoryStore;
import java.net.URI;
import java.time.Instant;

/** What pollers in tests ask, tell and keep: each of {@link #poller} is one process more. */
final class PolledOozie implements AutoCloseable {
  static final OozieSettings SETTINGS =
      new OozieSettings(
          URI.create("http://oozie:11000/oozie/"),
          1_000,
          1_000,
          150,
          1 << 20,
          false,
          new OozieSettings.Coordinators(0, 86_400_000, 0));

  /** Milliseconds after which what still runs is told again. */
  static final long REFRESH = 100_000;

  final GatewayMetrics metrics = GatewayMetrics.create();
  final OozieInMemory server = new OozieInMemory();
  final TakenWorkflows taken = new TakenWorkflows();
  final MemoryStore store = new MemoryStore();
  private long now = 5;

  OoziePoller poller() {
    return new OoziePoller(
        new OozieParts(
            server,
            taken,
            (path, user, most) -> new byte[0],
            new ObservedRuns(),
            new ToldJobs(store),
            SETTINGS,
            REFRESH,
            metrics,
            () -> now,
            () -> Instant.EPOCH));
  }

  void pass(long millis) {
    now += millis;
  }

  @Override
  public void close() {
    metrics.close();
  }
}
