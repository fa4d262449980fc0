/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.live.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coordinators that are submitted to a real Oozie server and to nobody else. */
@Tag("integration")
class OozieCoordinatorTest {
  @TempDir private static Path directory;

  private static RealOozie oozie;
  private static LdmCluster cluster;
  private static String superuser;

  @BeforeAll
  static void start() throws Exception {
    superuser = UserGroupInformation.getCurrentUser().getShortUserName();
    oozie = RealOozie.start(directory.resolve("oozie"));
    cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf -> {
                      conf.set(LdmKeys.OOZIE_URL_KEY, oozie.url().toString());
                      conf.set(LdmKeys.OOZIE_INTERVAL_KEY, "200ms");
                      conf.set(LdmKeys.OOZIE_COORDINATOR_INTERVAL_KEY, "200ms");
                      conf.set("hadoop.proxyuser." + superuser + ".hosts", "*");
                      conf.set("hadoop.proxyuser." + superuser + ".groups", "*");
                    }));
  }

  @AfterAll
  static void stop() throws IOException {
    if (cluster != null) {
      cluster.close();
    }
    if (oozie != null) {
      oozie.close();
    }
  }

  private static Optional<Vertex> vertex(String path) {
    return cluster.service().advisor().registry().view().blocks().vertex(DatasetPath.of(path, ""));
  }

  /** The times at which it is to be read; those readers that run have none. */
  private static List<Instant> uses(String path) {
    return vertex(path).map(Vertex::uses).orElse(List.of());
  }

  private static int reusability(String path) {
    return vertex(path).map(Vertex::reusability).orElse(-1);
  }

  private static void awaitUses(String path, int readers, Instant... times) throws Exception {
    LdmCluster.await(
        readers + " readers of " + path + ", at " + List.of(times),
        () -> reusability(path) == readers && uses(path).equals(List.of(times)));
  }

  private static Origin originOfReader(String path, String workflow) {
    return vertex(path).orElseThrow().readers().stream()
        .filter(job -> job.workflow().equals(workflow))
        .map(job -> cluster.service().live().originOf(job))
        .findFirst()
        .orElseThrow();
  }

  /** The data of an instance, and what tells that it is all there. */
  private static void produce(String path) throws Exception {
    cluster.write(path + "/part-0", 1);
    cluster.write(path + "/_SUCCESS", 0);
  }

  @Test
  void instancesHaveReadersAndTimesBeforeAnyWorkflowStarts() throws Exception {
    HourlyCoordinators hourly =
        new HourlyCoordinators(oozie, superuser, cluster.fileSystem().getUri().toString());
    final String writer = hourly.submitWriter();
    final String reader = hourly.submitReader();
    final String late = hourly.submitLateReader();
    List<String> clean = new ArrayList<>();
    Instant last = hourly.due(HourlyCoordinators.HOURS - 1);
    for (int hour = 0; hour < HourlyCoordinators.HOURS; hour++) {
      clean.add(HourlyCoordinators.path("clean", hourly.due(hour)));
      awaitUses(clean.get(hour), 2, hourly.due(hour), last);
      assertThat(vertex(clean.get(hour)).orElseThrow().writers())
          .singleElement()
          .extracting(JobId::workflow)
          .asString()
          .startsWith(writer + "@");
    }
    String raw = HourlyCoordinators.path("raw", hourly.due(0));
    awaitUses(raw, 1, hourly.due(0));

    produce(raw);
    String writing = oozie.firstWorkflow(writer);
    oozie.awaitRunning(writing, "work");
    awaitUses(raw, 1);
    assertThat(originOfReader(raw, writing)).isEqualTo(Origin.OOZIE);
    awaitUses(clean.get(0), 2, hourly.due(0), last);
    assertThat(vertex(clean.get(0)).orElseThrow().writers())
        .containsExactly(new JobId(writing, "work"));
    produce(clean.get(0));
    cluster.assertReplicas(clean.get(0) + "/part-0", 2, 1);
    oozie.end(writing, "work");
    awaitUses(raw, 0);

    String reading = oozie.firstWorkflow(reader);
    oozie.awaitRunning(reading, "work");
    awaitUses(clean.get(0), 2, last);
    assertThat(originOfReader(clean.get(0), reading)).isEqualTo(Origin.OOZIE);
    oozie.end(reading, "work");
    awaitUses(clean.get(0), 1, last);

    oozie.kill(late, superuser);
    awaitUses(clean.get(0), 0);
    awaitUses(clean.get(1), 1, hourly.due(1));
    oozie.kill(reader, superuser);
    oozie.kill(writer, superuser);
    LdmCluster.await("nothing of an hour to come", () -> vertex(clean.get(1)).isEmpty());
  }
}
