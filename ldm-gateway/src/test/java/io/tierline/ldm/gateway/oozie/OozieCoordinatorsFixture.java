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
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;

/** A poller of an Oozie server whose coordinators make an action an hour. */
abstract class OozieCoordinatorsFixture {
  static final Instant START = HourlyServer.START;
  static final long INTERVAL = 60_000;
  static final long REFRESH = 1_000_000;

  final GatewayMetrics metrics = GatewayMetrics.create();
  final HourlyServer server = new HourlyServer();
  final TakenReports taken = new TakenReports();
  long millis = 5;
  final ObservedRuns observed = new ObservedRuns();
  final MemoryStore store = new MemoryStore();
  OoziePoller poller = poller(100);

  OoziePoller poller(int actions) {
    OozieSettings settings =
        new OozieSettings(
            URI.create("http://oozie:11000/oozie/"),
            1_000,
            1_000,
            150,
            1 << 20,
            false,
            new OozieSettings.Coordinators(INTERVAL, Duration.ofHours(3).toMillis(), actions));
    return new OoziePoller(
        new OozieParts(
            server,
            taken,
            server,
            observed,
            new ToldJobs(store),
            settings,
            REFRESH,
            metrics,
            () -> millis,
            () -> START.plusMillis(millis)));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  void look() {
    millis += INTERVAL;
    poller.poll();
  }

  /** How many actions of that coordinator the NameNode has been told of as to come. */
  long scheduledOf(String id) {
    return taken.scheduled.stream().filter(workflow -> workflow.startsWith(id + "@")).count();
  }
}
