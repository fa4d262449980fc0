/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.gateway.FileStore;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.RunTimesRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the actions of a real Oozie server wait is kept by the gateway, and read again; and a
 * NameNode that was restarted is told again what is to come.
 */
@Tag("integration")
class OozieRunTimesTest {
  private static final Duration LONG = Duration.ofMinutes(30);

  @TempDir private Path directory;
  private LdmCluster cluster;

  private RunningGateway gateway(RealOozie oozie) throws IOException {
    return RunningGateway.start(cluster, oozie, directory.resolve("gateway"));
  }

  @Test
  void whatIsKnownOutlivesGatewayAndNameNode() throws Exception {
    String superuser = UserGroupInformation.getCurrentUser().getShortUserName();
    try (RealOozie oozie = RealOozie.start(directory.resolve("oozie"))) {
      cluster = LdmCluster.startForGateway(b -> b);
      try {
        followedOverRestarts(oozie, superuser);
      } finally {
        cluster.close();
      }
    }
  }

  private void followedOverRestarts(RealOozie oozie, String superuser) throws Exception {
    HourlyCoordinators hourly =
        new HourlyCoordinators(oozie, superuser, cluster.fileSystem().getUri().toString());
    final String writer = hourly.submitWriter();
    String next = HourlyCoordinators.path("raw", hourly.due(1));
    RunningGateway first = gateway(oozie);
    try {
      awaitUse(next, hourly.due(1));
      cluster.write(HourlyCoordinators.path("raw", hourly.due(0)) + "/_SUCCESS", 0);
      String run = oozie.firstWorkflow(writer);
      oozie.awaitRunning(run, "work");
      oozie.end(run, "work");
      LdmCluster.await("a record of it", () -> isKept(writer));
    } finally {
      first.close();
    }
    keepWaited(writer, LONG);
    RunningGateway second = gateway(oozie);
    try {
      awaitUse(next, hourly.due(1).plus(LONG));
      cluster.embedded().hdfs().restartNameNode(0);
      LdmCluster.await("the lineage", () -> cluster.service().state().isCurrent());
      awaitUse(next, hourly.due(1).plus(LONG));
    } finally {
      second.close();
    }
  }

  private FileStore kept() throws IOException {
    return new FileStore(directory.resolve("gateway").resolve("runs"));
  }

  private static RunTimesRecord record(String coordinator, long... waited) {
    return new RunTimesRecord("", coordinator, 0, waited, new long[0]);
  }

  private boolean isKept(String coordinator) {
    try {
      return !kept().read(record(coordinator).key()).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces what is kept by what only the record tells: as long as none of the runs was. */
  private void keepWaited(String coordinator, Duration time) throws IOException {
    long[] waited = new long[RunTimesRecord.MOST_TIMES];
    Arrays.fill(waited, time.toSeconds());
    RunTimesRecord changed = record(coordinator, waited);
    kept().put(changed.key(), changed.encode(FormatVersion.CURRENT));
  }

  /** When the only reader of a path is expected. */
  private void awaitUse(String path, Instant expected) throws Exception {
    LdmCluster.await(
        "the use of " + path + " at " + expected,
        () -> {
          List<Instant> uses =
              cluster
                  .service()
                  .advisor()
                  .registry()
                  .view()
                  .blocks()
                  .vertex(DatasetPath.of(path, ""))
                  .map(Vertex::uses)
                  .orElse(List.of());
          return uses.equals(List.of(expected));
        });
  }
}
