/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static io.tierline.ldm.namenode.StateAssertions.awaitLoaded;
import static io.tierline.ldm.namenode.StateAssertions.service;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.OozieKeys;
import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.RunTimesRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long the actions of a real Oozie server wait is kept by the NameNode, and read again. */
@Tag("integration")
class OozieRunTimesTest {
  private static final Path KEPT = new Path(NamespaceStateStore.ROOT, "runs");
  private static final Duration LONG = Duration.ofMinutes(30);

  @TempDir private java.nio.file.Path directory;
  private MiniDFSCluster cluster;

  private static Configuration configuration(RealOozie oozie) throws IOException {
    Configuration conf = StateAssertions.configuration();
    String superuser = UserGroupInformation.getCurrentUser().getShortUserName();
    conf.set(MigrationKeys.MODE.key(), "off");
    conf.set(OozieKeys.URL.key(), oozie.url().toString());
    conf.set(OozieKeys.INTERVAL.key(), "200ms");
    conf.set(OozieKeys.COORDINATOR_INTERVAL.key(), "200ms");
    conf.set("hadoop.proxyuser." + superuser + ".hosts", "*");
    conf.set("hadoop.proxyuser." + superuser + ".groups", "*");
    return conf;
  }

  @Test
  void whatActionsHaveWaitedIsKnownAfterARestart() throws Exception {
    try (RealOozie oozie = RealOozie.start(directory.resolve("oozie"))) {
      cluster =
          StateAssertions.withTiers(
                  new MiniDFSCluster.Builder(
                      configuration(oozie), directory.resolve("hdfs").toFile()))
              .build();
      try {
        cluster.waitActive();
        awaitLoaded(cluster, 0);
        followedOverARestart(oozie);
      } finally {
        cluster.shutdown();
      }
    }
  }

  private void followedOverARestart(RealOozie oozie) throws Exception {
    String superuser = UserGroupInformation.getCurrentUser().getShortUserName();
    HourlyCoordinators hourly =
        new HourlyCoordinators(oozie, superuser, cluster.getFileSystem().getUri().toString());
    final String writer = hourly.submitWriter();
    String next = HourlyCoordinators.path("raw", hourly.due(1));
    awaitUse(next, hourly.due(1));

    Path raw = new Path(HourlyCoordinators.path("raw", hourly.due(0)));
    cluster.getFileSystem().create(new Path(raw, "_SUCCESS")).close();
    String run = oozie.firstWorkflow(writer);
    oozie.awaitRunning(run, "work");
    oozie.end(run, "work");
    keepWaited(writer, LONG);
    cluster.restartNameNode(0);
    cluster.waitActive();
    awaitLoaded(cluster, 0);
    awaitUse(next, hourly.due(1).plus(LONG));
  }

  /** Replaces what is kept by what only the record tells: as long as none of the runs was. */
  private void keepWaited(String coordinator, Duration time) throws Exception {
    long[] waited = new long[RunTimesRecord.MOST_TIMES];
    Arrays.fill(waited, time.toSeconds());
    RunTimesRecord changed = new RunTimesRecord("", coordinator, 0, waited, new long[0]);
    Path record = new Path(KEPT, changed.key());
    LdmCluster.await("a record of it", () -> exists(record));
    for (var attribute : changed.encode(FormatVersion.CURRENT).entrySet()) {
      String name = "trusted.tierline." + attribute.getKey();
      cluster
          .getFileSystem()
          .setXAttr(record, name, attribute.getValue(), EnumSet.of(XAttrSetFlag.REPLACE));
    }
  }

  private boolean exists(Path path) {
    try {
      return cluster.getFileSystem().exists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** When the only reader of a path is expected. */
  private void awaitUse(String path, Instant expected) throws Exception {
    LdmCluster.await(
        "the use of " + path + " at " + expected,
        () -> {
          List<Instant> uses =
              service(cluster, 0)
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
