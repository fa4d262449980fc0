/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Definitions that are planned together, and folders of them that are checked. */
class LdmPlanTogetherTest {
  @TempDir private Path directory;
  private final PlanCommand command = new PlanCommand();

  @BeforeEach
  void writeChain() throws IOException {
    Files.writeString(directory.resolve("chain.xml"), LdmPlanTest.CHAIN);
  }

  private Path coordinator(String name, String events) throws IOException {
    String text =
        """
        <!-- before the root -->
        <c:coordinator-app xmlns:c="uri:oozie:coordinator:0.2" name="%s"
            frequency="${coord:hours(1)}" start="${start}" end="2026-03-01T02:00Z" timezone="UTC">
          <c:datasets><c:dataset name="raw" frequency="${coord:hours(1)}"
              initial-instance="${start}" timezone="UTC">
            <c:uri-template>${base}/raw/${HOUR}</c:uri-template></c:dataset></c:datasets>
          %s
          <c:action><c:workflow><c:app-path>${apps}/%s</c:app-path></c:workflow></c:action>
        </c:coordinator-app>
        """
            .formatted(name, events, name);
    return Files.writeString(directory.resolve(name + ".xml"), text);
  }

  private Path makes() throws IOException {
    return coordinator(
        "makes",
        "<c:output-events><c:data-out name='o' dataset='raw'><c:instance>${coord:current(0)}"
            + "</c:instance></c:data-out></c:output-events>");
  }

  private Path reads() throws IOException {
    return coordinator(
        "reads",
        "<c:input-events><c:data-in name='i' dataset='raw'><c:instance>${coord:current(0)}"
            + "</c:instance></c:data-in></c:input-events>");
  }

  @Test
  void documentsOfAWorkflowAndOfActionsFitTogether() throws IOException {
    Path documents = directory.resolve("all.json");
    assertThat(
            command.run(
                "-D",
                "base=/b",
                "-D",
                "start=2026-03-01T00:00Z",
                "--lineage",
                documents,
                makes(),
                reads(),
                directory.resolve("chain.xml")))
        .isZero();
    List<Workflow> read = LineageFile.readAll(List.of(documents.toString()));
    assertThat(read)
        .extracting(Workflow::id)
        .containsExactly(
            "makes@2026-03-01T00:00Z",
            "makes@2026-03-01T01:00Z",
            "reads@2026-03-01T00:00Z",
            "reads@2026-03-01T01:00Z",
            "chain");
    TaskGraph graph = TaskGraph.of(read);
    assertThat(graph.edges())
        .filteredOn(edge -> edge.kind() == TaskGraph.EdgeKind.DATA)
        .extracting(edge -> edge.from().workflow() + " " + edge.to().workflow())
        .contains(
            "makes@2026-03-01T00:00Z reads@2026-03-01T00:00Z",
            "makes@2026-03-01T01:00Z reads@2026-03-01T01:00Z");
    assertThat(read.get(3).jobs().get(0).start()).contains(Instant.parse("2026-03-01T01:00:00Z"));
  }

  @Test
  void coordinatorsAndPropertiesArePlannedTogether() throws IOException {
    Path properties =
        Files.writeString(
            directory.resolve("job.properties"), "base=/b\nstart=2026-03-01T00:00Z\n");
    assertThat(command.run(reads(), properties, makes())).isZero();
    assertThat(command.out().replace(directory + "/", "").replaceAll("where {9,}why", "where  why"))
        .isEqualToNormalizingNewlines(
            """
            reads.xml: coordinator 'reads', every hour, 2026-03-01T00:00:00Z to 2026-03-01T02:00:00Z, UTC, 2 actions
              runs a workflow not at hand

            Data events
              event  does  dataset  made        instances            where
              i      read  raw      every hour  ${coord:current(0)}  /b/raw/${HOUR}

            job.properties: 2 properties

            makes.xml: coordinator 'makes', every hour, 2026-03-01T00:00:00Z to 2026-03-01T02:00:00Z, UTC, 2 actions
              runs a workflow not at hand

            Data events
              event  does   dataset  made        instances            where
              o      write  raw      every hour  ${coord:current(0)}  /b/raw/${HOUR}

            Together: 4 workflows, 4 jobs, 2 datasets, from 2026-03-01T00:00:00Z

            Datasets
              dataset    written by                        read by                           R  next use              last use
              /b/raw/00  makes@2026-03-01T00:00Z/workflow  reads@2026-03-01T00:00Z/workflow  1  2026-03-01T00:10:00Z  2026-03-01T00:10:00Z
              /b/raw/01  makes@2026-03-01T01:00Z/workflow  reads@2026-03-01T01:00Z/workflow  1  2026-03-01T01:10:00Z  2026-03-01T01:10:00Z

            Edges between workflows
              from                              to                                because of
              makes@2026-03-01T00:00Z/workflow  reads@2026-03-01T00:00Z/workflow  /b/raw/00
              makes@2026-03-01T01:00Z/workflow  reads@2026-03-01T01:00Z/workflow  /b/raw/01


            Not resolved, or assumed
              what           where  why
              ${apps}        reads.xml:8  property 'apps' is not set
              ${apps}/reads  reads.xml:8  no file at hand is meant by it
              ${apps}        makes.xml:8  property 'apps' is not set
              ${apps}/makes  makes.xml:8  no file at hand is meant by it
            """);
  }

  @Test
  void aFolderIsCheckedAsAWhole() throws IOException {
    Files.writeString(directory.resolve("pom.xml"), "<project/>");
    Files.writeString(directory.resolve("README.md"), "text");
    Files.createDirectories(directory.resolve("conf"));
    Files.writeString(
        directory.resolve("conf/job.properties"), "base=/b\nstart=2026-03-01T00:00Z\n");
    makes();
    reads();
    coordinator("silent", "");
    assertThat(command.run("--check", directory)).isZero();
    assertThat(command.out().replace(directory + "/", ""))
        .isEqualToNormalizingNewlines(
            """
            files         3 coordinators, 0 bundles, 1 workflows, 0 of datasets, 1 of properties, 0 refused, 2 nothing of Oozie's
            coordinators  3 submitted, 0 with their workflow, 6 actions planned
            datasets      0 defined, 1 used by events
            instances     3 in all, 3 with a producer, 3 with a reader, 3 with both, 0 of unknown place
            rule          no dataset is used before its producer has run: holds, asked 2 times
            rule          no fs, e-mail or control action, and none after an error, is a reader: holds, asked 3 times
            rule          no fs, e-mail or control action is a writer: holds, asked 3 times
            rule          inputs have a reader until the action's last program has ended: holds, asked 1 times
            open          makes.xml:8: ${apps}: property 'apps' is not set
            open          makes.xml:8: ${apps}/makes: no file at hand is meant by it
            open          reads.xml:8: ${apps}: property 'apps' is not set
            open          reads.xml:8: ${apps}/reads: no file at hand is meant by it
            open          silent.xml:8: ${apps}: property 'apps' is not set
            open          silent.xml:8: ${apps}/silent: no file at hand is meant by it
            silent        silent.xml: coordinator 'silent' states no data
            findings      7
            """);
    assertThat(command.err()).isEmpty();
  }

  @Test
  void aCheckEndsWithOneWhereAFileIsRefused() throws IOException {
    Path broken = Files.writeString(directory.resolve("broken.xml"), "<workflow-app>");
    assertThat(command.run("--check", directory, "--json", directory.resolve("f.json")))
        .isEqualTo(1);
    assertThat(command.out())
        .contains("refused       " + broken + ":1: not well-formed XML")
        .contains("findings      2");
    JsonNode figures = new ObjectMapper().readTree(directory.resolve("f.json").toFile());
    assertThat(figures.at("/rules/0/looked").isNumber()).isTrue();
    assertThat(figures.at("/rules/0/broken").isEmpty()).isTrue();
  }

  /** What cannot be read has no figures. */
  @Test
  void aCheckOfNothingThatCanBeReadIsOneLine() {
    Path nowhere = directory.resolve("nowhere");
    assertThat(command.run("--check", nowhere)).isEqualTo(1);
    assertThat(command.out().lines())
        .containsExactly("refused       " + nowhere + ": no such file");
    assertThat(command.err()).isEmpty();
  }

  @Test
  void theFiguresOfAJointPlanHaveStableKeys() throws IOException {
    Path bundle =
        Files.writeString(
            directory.resolve("bundle.xml"),
            "<bundle-app name='all'><coordinator name='r'><app-path>/a/reads.xml</app-path>"
                + "</coordinator></bundle-app>");
    Path datasets =
        Files.writeString(
            directory.resolve("d.xml"),
            "<datasets><dataset name='d' frequency='1' initial-instance='${x}' timezone='UTC'>"
                + "<uri-template>/d</uri-template></dataset></datasets>");
    Path json = directory.resolve("out.json");
    assertThat(
            command.run(
                "--json",
                json,
                "-Dbase=/b",
                "-Dstart=2026-03-01T00:00Z",
                "--from",
                "2026-03-01T01:00Z",
                "--until",
                "2026-03-02T00:00Z",
                reads(),
                makes(),
                bundle,
                datasets))
        .isZero();
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    JsonNode joint = figures.get("joint");
    assertThat(joint.fieldNames())
        .toIterable()
        .containsExactly("from", "until", "workflows", "jobs", "datasets", "edges", "conflicts");
    assertThat(joint.at("/datasets/0").toString())
        .isEqualTo(
            "{\"dataset\":\"/b/raw/01\",\"producers\":[\"makes@2026-03-01T01:00Z/workflow\"],"
                + "\"consumers\":[\"r@2026-03-01T01:00Z/workflow\"],\"reusability\":1,"
                + "\"slack_levels\":0,\"lineage_quotient\":0.5,"
                + "\"uses\":[\"2026-03-01T01:10:00Z\"],\"next_use\":\"2026-03-01T01:10:00Z\"}");
    assertThat(figures.at("/results/0/coordinators/0/bundle").asText()).endsWith("bundle.xml");
    assertThat(figures.at("/results/0/coordinators/0/events/0/uri").asText())
        .isEqualTo("/b/raw/${HOUR}");
    assertThat(figures.at("/results/2/members/0/file").asText()).endsWith("reads.xml");
    assertThat(figures.at("/results/3/datasets/0/dataset").asText()).isEqualTo("d");
    assertThat(figures.at("/unresolved/0/subject").asText()).isEqualTo("${apps}");
    assertThat(command.run(bundle, datasets)).isZero();
    assertThat(command.out())
        .contains("bundle 'all', 1 coordinator", "(not at hand)", "d        every minute");
  }
}
