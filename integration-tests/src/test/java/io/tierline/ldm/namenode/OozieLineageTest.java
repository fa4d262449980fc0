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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tierline.ldm.gateway.oozie.UsersFiles;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workflows and coordinators that are submitted to a real Oozie server and to nobody else. Control
 * nodes, fs actions and sub-workflows are Oozie's own work; of java actions Oozie does all but
 * launch them, and the test writes what they would.
 */
@Tag("integration")
class OozieLineageTest {
  private static final String EXAMPLES = "org.apache.hadoop.examples.terasort.";

  @TempDir private static Path directory;

  private static RealOozie oozie;
  private static LdmCluster cluster;
  private static RunningGateway gateway;
  private static String superuser;

  @BeforeAll
  static void start() throws Exception {
    superuser = UserGroupInformation.getCurrentUser().getShortUserName();
    oozie = RealOozie.start(directory.resolve("oozie"));
    cluster =
        // Oozie's own fs actions are on behalf of users, as the gateway's word is.
        LdmCluster.startForGateway(b -> b);
    gateway = RunningGateway.start(cluster, oozie, directory.resolve("gateway"));
  }

  @AfterAll
  static void stop() throws IOException {
    if (gateway != null) {
      gateway.close();
    }
    if (cluster != null) {
      cluster.close();
    }
    if (oozie != null) {
      oozie.close();
    }
  }

  private static String definition(String nodes) {
    return ("<workflow-app xmlns='uri:oozie:workflow:1.0' name='flow'>%s"
            + "<kill name='fail'><message>failed</message></kill><end name='end'/></workflow-app>")
        .formatted(nodes);
  }

  private static String java(String name, String program, String in, String out, String next) {
    String reads = in.isEmpty() ? "<arg>1000</arg>" : "<arg>${dir}" + in + "</arg>";
    return ("<action name='%s'><java><resource-manager>rm</resource-manager>"
            + "<name-node>${nameNode}</name-node><main-class>%s</main-class>%s<arg>${dir}%s</arg>"
            + "</java><ok to='%s'/><error to='fail'/></action>")
        .formatted(name, EXAMPLES + program, reads, out, next);
  }

  private static String subWorkflow(String path, String next) {
    return ("<action name='sub'><sub-workflow><app-path>%s</app-path><propagate-configuration/>"
            + "</sub-workflow><ok to='%s'/><error to='fail'/></action>")
        .formatted(path, next);
  }

  private static String run(String name, String user, String dir, String nodes) throws Exception {
    String application = oozie.define(name, definition(nodes));
    String nameNode = cluster.fileSystem().getUri().toString();
    return oozie.run(application, user, Map.of("dir", dir, "nameNode", nameNode));
  }

  private static JsonNode explain(String path) {
    try {
      return cluster.client().explain(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int reusability(String path) {
    return explain(path).at("/dataset/reusability").asInt(-1);
  }

  private static void awaitReusability(String path, int expected) throws Exception {
    LdmCluster.await("R " + expected + " of " + path, () -> reusability(path) == expected);
  }

  private static Optional<Vertex> vertex(String path) {
    return cluster.service().advisor().registry().view().blocks().vertex(DatasetPath.of(path, ""));
  }

  /** The times at which it is to be read; those readers that run have none. */
  private static List<Instant> uses(String path) {
    return vertex(path).map(Vertex::uses).orElse(List.of());
  }

  private static int readers(String path) {
    return vertex(path).map(Vertex::reusability).orElse(-1);
  }

  private static void awaitUses(String path, int readers, Instant... times) throws Exception {
    LdmCluster.await(
        readers + " readers of " + path + ", at " + List.of(times),
        () -> readers(path) == readers && uses(path).equals(List.of(times)));
  }

  private static Origin originOfReader(String path, String workflow) {
    return vertex(path).orElseThrow().readers().stream()
        .filter(job -> job.workflow().equals(workflow))
        .map(job -> cluster.service().live().jobs().originOf(job))
        .findFirst()
        .orElseThrow();
  }

  /** The data of an instance, and what tells that it is all there. */
  private static void produce(String path) throws Exception {
    cluster.write(path + "/part-0", 1);
    cluster.write(path + "/_SUCCESS", 0);
  }

  @Test
  void chainIsPlacedAsARegisteredOneInItsFirstRun() throws Exception {
    String id =
        run(
            "tera",
            superuser,
            "/tera",
            "<start to='clear'/><action name='clear'><fs><name-node>${nameNode}</name-node>"
                + "<mkdir path='${dir}'/></fs><ok to='gen'/><error to='fail'/></action>"
                + java("gen", "TeraGen", "", "/in", "sort")
                + java("sort", "TeraSort", "/in", "/out", "validate")
                + java("validate", "TeraValidate", "/out", "/report", "end"));
    oozie.awaitRunning(id, "gen");
    assertThat(cluster.fileSystem().exists(new org.apache.hadoop.fs.Path("/tera"))).isTrue();
    awaitReusability("/tera/in", 1);
    assertThat(explain("/tera/in").get("origins").get(id + "/sort").asText()).isEqualTo("oozie");
    cluster.write("/tera/in/part-0", 2);
    oozie.end(id, "gen");
    cluster.write("/tera/out/part-0", 2);
    oozie.end(id, "sort");
    awaitReusability("/tera/in", 0);
    cluster.write("/tera/report/part-0", 1);
    oozie.end(id, "validate");
    oozie.awaitEnd(id);
    cluster.assertReplicas("/tera/in", 1, 2);
    cluster.assertReplicas("/tera/out", 1, 2);
    cluster.assertReplicas("/tera/report", 0, 3);
    awaitReusability("/tera/out", 0);
  }

  @Test
  void branchThatIsNotTakenReadsNoMore() throws Exception {
    String id =
        run(
            "choice",
            superuser,
            "/choice",
            "<start to='gen'/>"
                + java("gen", "TeraGen", "", "/in", "choose")
                + "<decision name='choose'><switch><case to='sort'>${wf:conf('no') eq 'yes'}</case>"
                + "<default to='validate'/></switch></decision>"
                + java("sort", "TeraSort", "/in", "/out", "end")
                + java("validate", "TeraValidate", "/in", "/report", "end"));
    oozie.awaitRunning(id, "gen");
    awaitReusability("/choice/in", 2);
    oozie.end(id, "gen");
    oozie.awaitRunning(id, "validate");
    awaitReusability("/choice/in", 1);
    oozie.end(id, "validate");
    awaitReusability("/choice/in", 0);
  }

  @Test
  void subWorkflowIsFollowedByItself() throws Exception {
    String inner =
        oozie.define(
            "inner",
            definition("<start to='sort'/>" + java("sort", "TeraSort", "/in", "/out", "end")));
    String id =
        run(
            "outer",
            superuser,
            "/nested",
            "<start to='gen'/>"
                + java("gen", "TeraGen", "", "/in", "sub")
                + subWorkflow(inner, "validate")
                + java("validate", "TeraValidate", "/out", "/report", "end"));
    oozie.awaitRunning(id, "gen");
    awaitReusability("/nested/in", 1);
    assertThat(explain("/nested/in").get("origins").get(id + "/sub").asText())
        .isEqualTo("announced");
    oozie.end(id, "gen");
    String child = oozie.child(id, "sub");
    LdmCluster.await(
        "the job of the sub-workflow",
        () -> explain("/nested/in").path("origins").has(child + "/sort"));
    awaitReusability("/nested/in", 1);
    awaitReusability("/nested/out", 1);
    oozie.end(child, "sort");
    awaitReusability("/nested/in", 0);
    oozie.end(id, "validate");
    oozie.awaitEnd(id);
    awaitReusability("/nested/out", 0);
  }

  @Test
  void definitionCountsOnlyForWhatItsUserMayUse() throws Exception {
    String id =
        run(
            "foreign",
            "mallory",
            "/denied",
            "<start to='gen'/>"
                + java("gen", "TeraGen", "", "/in", "sort")
                + java("sort", "TeraSort", "/in", "/out", "end"));
    oozie.awaitRunning(id, "gen");
    LdmCluster.await("the denial", () -> cluster.metrics().reportedUsesDenied.value() >= 2);
    assertThat(explain("/denied/in").path("origins").has(id + "/gen")).isFalse();
  }

  private static JsonNode known(String id) {
    try {
      for (JsonNode job : gateway.client().oozie().get("jobs")) {
        if (job.get("id").asText().equals(id)) {
          return job;
        }
      }
      return MissingNode.getInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void datasetsThatACoordinatorIncludesAreReadFromTheFileSystem() throws Exception {
    String nameNode = cluster.fileSystem().getUri().toString();
    HourlyCoordinators hourly = new HourlyCoordinators(oozie, superuser, nameNode);
    var file = new org.apache.hadoop.fs.Path("/included/datasets.xml");
    try (var out = cluster.fileSystem().create(file)) {
      out.write(hourly.datasets().getBytes(StandardCharsets.UTF_8));
    }
    String id = hourly.submitIncludingWriter("${nameNode}/included/datasets.xml");
    String raw = HourlyCoordinators.path("raw", hourly.due(1));
    String clean = HourlyCoordinators.path("clean", hourly.due(1));
    awaitUses(raw, 1, hourly.due(1));
    assertThat(vertex(clean).orElseThrow().writers())
        .extracting(JobId::workflow)
        .allMatch(workflow -> workflow.startsWith(id + "@"));
    LdmCluster.await("what is known of it", () -> known(id).path("scheduled").asInt() > 0);
    assertThat(known(id).get("findings")).isEmpty();
    assertThat(known(id).get("name").asText()).isEqualTo("including-writer");
    oozie.kill(id, superuser);
    LdmCluster.await("nothing of it to come", () -> known(id).isMissingNode());
  }

  @Test
  void includedFileIsReadWhereItsUserMayReadIt() throws Exception {
    var directory = new org.apache.hadoop.fs.Path("/of-one");
    var file = new org.apache.hadoop.fs.Path(directory, "datasets.xml");
    byte[] content = "<datasets/>".getBytes(StandardCharsets.UTF_8);
    try (var out = cluster.fileSystem().create(file)) {
      out.write(content);
    }
    try (UsersFiles files = new UsersFiles(gateway.configuration())) {
      assertThat(files.read("/of-one/datasets.xml", "ann", content.length)).isEqualTo(content);
      cluster.fileSystem().setPermission(file, new FsPermission("600"));
      assertRefused(files, "ann", "Permission denied");
      cluster.fileSystem().setPermission(file, new FsPermission("644"));
      cluster.fileSystem().setPermission(directory, new FsPermission("700"));
      assertRefused(files, "ann", "Permission denied");
      assertThat(files.read("/of-one/datasets.xml", superuser, 100)).isEqualTo(content);
      cluster.fileSystem().delete(directory, true);
      assertRefused(files, superuser, "does not exist");
    }
  }

  private static void assertRefused(UsersFiles files, String user, String why) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> files.read("/of-one/datasets.xml", user, 100))
        .withMessageContaining(why);
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
      String made = clean.get(hour);
      LdmCluster.await(
          "a writer of " + made, () -> !vertex(made).orElseThrow().writers().isEmpty());
      assertThat(vertex(made).orElseThrow().writers())
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
    LdmCluster.await("one reader of " + clean.get(1), () -> readers(clean.get(1)) == 1);
    // By how much the first action has waited, the next is expected to.
    assertThat(uses(clean.get(1)))
        .singleElement()
        .satisfies(use -> assertThat(use).isAfterOrEqualTo(hourly.due(1)));
    oozie.kill(reader, superuser);
    oozie.kill(writer, superuser);
    LdmCluster.await("nothing of an hour to come", () -> vertex(clean.get(1)).isEmpty());
  }
}
