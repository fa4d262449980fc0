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

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.client.admin.LdmAdmin;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.settings.MigrationKeys;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hdfs ldm} against a running NameNode, found by its configuration. */
@Tag("integration")
class AdminCommandTest {
  private static final String CHAIN =
      """
      {"id": "chain", "name": "nightly", "jobs": [
        {"name": "make", "writes": ["/chain/a"]},
        {"name": "use", "after": ["make"], "reads": ["/chain/a"]}]}
      """;
  private static final String WORKFLOW =
      """
      <workflow-app xmlns="uri:oozie:workflow:0.5" name="from oozie">
        <start to="get"/>
        <action name="get">
          <git><git-uri>x</git-uri><destination-uri>${base}/got</destination-uri></git>
          <ok to="end"/><error to="end"/>
        </action>
        <end name="end"/>
      </workflow-app>
      """;

  private static LdmCluster cluster;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LdmCluster.start(
            builder -> builder.configure(conf -> conf.set(MigrationKeys.MODE.key(), "plan")));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private record Run(int code, String output) {}

  private static Run ldm(String... arguments) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    LdmAdmin admin = new LdmAdmin(stream, stream);
    int code = ToolRunner.run(cluster.embedded().configuration(), admin, arguments);
    return new Run(code, bytes.toString(StandardCharsets.UTF_8));
  }

  private static Run done(String... arguments) throws Exception {
    Run run = ldm(arguments);
    assertThat(run.code()).as(run.output()).isZero();
    return run;
  }

  @Test
  void chainFromRegistrationToWithdrawal() throws Exception {
    String file = Files.writeString(directory.resolve("chain.json"), CHAIN).toString();
    assertThat(done("-register", file).output()).contains("registered chain", "/chain/a");
    assertThat(done("-list").output()).contains("chain", "nightly");
    assertThat(done("-show", "chain").output()).contains("make", "to run").doesNotContain("ended");
    cluster.write("/chain/a/part-0", 1);
    assertThat(done("-explain", "/chain/a/part-0").output())
        .contains("R = 1")
        .contains("SSD")
        .contains("blk_");
    done("-finished", "chain", "use");
    assertThat(done("-show", "chain").output()).contains("ended");
    assertThat(done("-explain", "/chain/a/part-0").output()).contains("R = 0");
    assertThat(done("-withdraw", "chain").output()).contains("withdrawn chain");
    assertThat(done("-list").output()).contains("no workflow");
  }

  @Test
  void oozieWorkflowIsRegisteredUnderItsName() throws Exception {
    String file = Files.writeString(directory.resolve("workflow.xml"), WORKFLOW).toString();
    String properties =
        Files.writeString(directory.resolve("job.properties"), "base=/o\n").toString();
    assertThat(done("-register", file, properties).output())
        .contains("registered from-oozie", "/o/got");
    done("-withdraw", "from-oozie");
  }

  @Test
  void planIsMadeShownAndApplied() throws Exception {
    String id = new ObjectMapper().readTree(done("-plan", "-json").output()).path("id").asText();
    assertThat(done("-plans").output()).contains(id, "PLANNED");
    assertThat(done("-plan", id).output()).contains("plan " + id);
    assertThat(done("-apply", id).output()).contains("plan " + id + " of ");
    assertThat(ldm("-undo", "nothing").code()).isEqualTo(1);
  }

  @Test
  void jsonIsTheAnswerOfTheNameNode() throws Exception {
    String json = done("-status", "-json").output();
    assertThat(new ObjectMapper().readTree(json).path("tiers").isArray()).isTrue();
    assertThat(done("-status").output()).contains("placement on", "SSD", "DISK");
  }

  @Test
  void pathsAreTakenAsTheShellOfHdfsTakesThem() throws Exception {
    String uri = cluster.fileSystem().getUri() + "/a//b/../c/";
    assertThat(done("-explain", uri).output()).startsWith("/a/c: ");
    String home = cluster.fileSystem().getHomeDirectory().toUri().getPath();
    assertThat(done("-explain", "x").output()).startsWith(home + "/x: ");
    Run elsewhere = ldm("-explain", "hdfs://127.0.0.1:1/x");
    assertThat(elsewhere.code()).isEqualTo(1);
    assertThat(elsewhere.output().lines()).hasSize(1).first().asString().contains("is not on");
  }

  @Test
  void jobsOfOozieAreTheGatewaysToTell() throws Exception {
    Run run = ldm("-D", GatewayKeys.HTTP_ADDRESS.key() + "=127.0.0.1:1", "-oozie");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.output().lines())
        .singleElement()
        .asString()
        .startsWith("ldm: 127.0.0.1:1 cannot be reached");
  }

  @Test
  void arrayOfDocumentsIsRegisteredOneAfterTheOther() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("several.json"),
            """
            [{"id": "several@1", "jobs": [{"name": "a", "writes": ["/several/1"]}]},
             {"id": "several@2", "jobs": [{"name": "b", "reads": ["/several/1"]}]}]
            """);
    assertThat(done("-register", file.toString()).output()).contains("registered 2 workflows");
    assertThat(done("-list").output()).contains("several@1", "several@2");
    done("-withdraw", "several@1");
    done("-withdraw", "several@2");
  }

  @Test
  void conflictsAreListed() throws Exception {
    assertThat(done("-conflicts").output()).contains("no sources of lineage disagree");
  }

  @Test
  void whatIsNeitherFileNorPlanIsOneLine() throws Exception {
    Run run = ldm("-whatIf", "no file");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.output().lines()).hasSize(1).first().asString().contains("no such file");
  }

  @Test
  void propertiesWithALineageDocumentAreRefused() throws Exception {
    String file = Files.writeString(directory.resolve("chain.json"), CHAIN).toString();
    Run run = ldm("-register", file, file);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.output()).contains("chain.json: properties go with an Oozie workflow only");
  }

  @Test
  void whatTheNameNodeRefusesIsOneLine() throws Exception {
    Run run = ldm("-show", "nobody");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.output().lines()).hasSize(1).first().asString().contains("404", "nobody");
  }

  @Test
  void fileWithoutLineageIsOneLine() throws Exception {
    Path file = Files.writeString(directory.resolve("bad.xml"), "<nothing/>");
    Run run = ldm("-register", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.output().lines()).hasSize(1).first().asString().contains("bad.xml");
    Run missing = ldm("-register", directory.resolve("none").toString());
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.output().lines()).hasSize(1).first().asString().contains("none");
  }
}
