/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.tell.Later;
import io.tierline.ldm.live.SourceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A queue of events, a NameNode that answers as it is told to, and what tells it of them. */
abstract class EventTellerFixture {
  @TempDir Path directory;

  final GatewayMetrics metrics = GatewayMetrics.create();
  final AtomicLong millis = new AtomicLong(100_000);
  final List<SourceReport> told = new ArrayList<>();
  final Refusals refusals = new Refusals();
  NameNode nameNode = report -> "1";
  EventQueue queue;
  EventTeller teller;

  /** What answers; may throw as a NameNode refuses. */
  interface NameNode {
    String answer(SourceReport report) throws IOException;
  }

  @BeforeEach
  void open() throws IOException {
    queue = new EventQueue(directory, 1 << 20);
    teller = teller();
  }

  @AfterEach
  void close() {
    queue.close();
    metrics.close();
  }

  EventTeller teller() throws IOException {
    EventTeller.Sink sink =
        new EventTeller.Sink() {
          @Override
          public String tell(SourceReport report) throws IOException {
            String term = nameNode.answer(report);
            told.add(report);
            return term;
          }

          @Override
          public String term() throws IOException {
            return nameNode.answer(null);
          }
        };
    return new EventTeller(
        queue,
        new UsersRuns(1_000),
        new KeptJobs(queue.kept(), 3, 100_000),
        sink,
        0.25,
        refusals,
        metrics,
        millis::get,
        () -> Instant.EPOCH);
  }

  void add(String user, String type, String run) throws IOException {
    queue.add(
        user,
        1,
        """
        [{"eventType": "%s", "run": {"runId": "%s"}, "job": {"namespace": "etl", "name": "j-%s"},
          "outputs": [{"namespace": "hdfs://nn", "name": "/out/%s"}]}]"""
            .formatted(type, run, run, run));
  }

  List<String> toldJobs(String user) {
    return told.stream()
        .filter(report -> report.user().equals(user))
        .flatMap(report -> report.seen().stream())
        .map(job -> job.job() + " " + job.state())
        .toList();
  }

  static IOException later(boolean isFault) {
    return Later.of(isFault);
  }
}
