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
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LdmPlanTest {
  private static final String CHAIN =
      """
      <workflow-app xmlns="uri:oozie:workflow:0.5" name="chain">
        <start to="make"/>
        <action name="make">
          <git><git-uri>x</git-uri><destination-uri>${base}/made</destination-uri></git>
          <ok to="use"/><error to="mend"/>
        </action>
        <action name="use">
          <shell><exec>u</exec><argument>${base}/made</argument></shell>
          <ok to="end"/><error to="end"/>
        </action>
        <action name="mend"><email/><ok to="end"/><error to="end"/></action>
        <end name="end"/>
      </workflow-app>
      """;
  private static final String CLASH =
      CHAIN
          .replace("<shell><exec>u</exec><argument>", "<git><destination-uri>")
          .replace("</argument></shell>", "</destination-uri></git>");

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path chain;

  @BeforeEach
  void writeChain() throws IOException {
    chain = Files.writeString(directory.resolve("chain.xml"), CHAIN);
  }

  private int run(Object... arguments) {
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    CommandLine command = LdmPlan.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(texts);
  }

  @Test
  void writesTheDocumentThatRegistersTheWorkflow() throws IOException {
    Path document = directory.resolve("chain.json");
    assertThat(run("-D", "base=/b", "--lineage", document, chain)).isZero();
    Workflow read = new LineageDocument(Files.readString(document)).read("none");
    assertThat(read.id()).isEqualTo("chain");
    assertThat(read.jobs()).extracting(Job::name).containsExactly("make", "use", "mend");
    assertThat(read.jobs().get(0).writes()).containsExactly(DatasetPath.of("/b/made"));
  }

  @ParameterizedTest
  @CsvSource({"--yaml,Unknown option", "-p,parameter", "--replication=0,--replication is from 1"})
  void wrongCommandLineIsOneLine(String option, String reason) {
    assertThat(run(chain, option)).isEqualTo(2);
    assertThat(err.toString()).startsWith("ldm-plan: ").contains(reason).hasLineCount(1);
  }

  @Test
  void oneDocumentIsWrittenForOneWorkflowOnly() {
    assertThat(run("--lineage", "-", chain, chain)).isEqualTo(2);
    assertThat(err.toString()).contains("--lineage is for one workflow");
  }

  @Test
  void printsJobsEdgesDatasetsAndNotes() {
    assertThat(run("-D", "base=/b", chain)).isZero();
    assertThat(out.toString().replace(directory + "/", ""))
        .isEqualToNormalizingNewlines(
            """
            chain.xml: workflow 'chain', 3 jobs, 1 dataset

            Jobs
              level  line  job              type   after
              0      3     make             git    -
              1      7     use              shell  make
              1      11    mend (on error)  email  make

            Edges
              from  to    because of
              make  use   control
              make  mend  control
              make  use   data /b/made

            Datasets
              dataset  written by  read by  R  slack  LQ    replicas on
              /b/made  make        use      1  0      0.50  SSD DISK DISK

            """);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void whatIsNotKnownStaysAsWrittenAndIsNoted() {
    assertThat(run("--replication", 1, chain)).isZero();
    assertThat(out.toString())
        .contains("${base}/made  make", "SSD\n", "${base} stays as written: property 'base'");
  }

  @Test
  void propertiesComeFromFilesAndTheLastOneWins() throws IOException {
    Path first = Files.writeString(directory.resolve("a.properties"), "base=/first\n");
    Path second =
        Files.writeString(
            directory.resolve("b.xml"),
            "<configuration><property><name>base</name><value>/second</value></property>"
                + "</configuration>");
    assertThat(run("-p", first, "-p", second, chain)).isZero();
    assertThat(out.toString()).contains("/second/made").doesNotContain("/first");
  }

  @Test
  void aRefusedFileIsOneLineAndDoesNotStopTheOthers() throws IOException {
    Path broken = Files.writeString(directory.resolve("broken.xml"), "<workflow-app>");
    assertThat(run(broken, chain, directory.resolve("none.xml"), directory)).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            broken + ":1: not well-formed XML: it ends before all its elements do",
            directory.resolve("none.xml") + ": no such file",
            directory + ": this is a directory");
    assertThat(out.toString()).contains("workflow 'chain'");
  }

  @Test
  void twoWritersOfADatasetAreRefusedByName() throws IOException {
    Path clash = Files.writeString(directory.resolve("clash.xml"), CLASH);
    assertThat(run("-Dbase=/b", clash)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith(clash + ":7: dataset /b/made has two writers: 'make' (")
        .hasLineCount(1);
  }

  @Test
  void unusablePropertiesAreRefused() throws IOException {
    Path bad = Files.writeString(directory.resolve("p.xml"), "<x/>");
    assertThat(run("-p", bad, chain)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            bad + ":1: not a Hadoop configuration: the root element is <x>\n");
    assertThat(run("-p", directory.resolve("none"), chain)).isEqualTo(1);
  }

  @Test
  void figuresAreOneObjectWithAResultForEachFile() throws IOException {
    Path json = directory.resolve("out.json");
    Path broken = Files.writeString(directory.resolve("broken.xml"), "<x/>");
    assertThat(run("--json", json, "-Dbase=/b", chain, broken)).isEqualTo(1);
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(figures.fieldNames())
        .toIterable()
        .containsExactly("command", "commit", "machine", "parameters", "results");
    assertThat(figures.at("/results/0/datasets/0/replicas").toString())
        .isEqualTo("[\"SSD\",\"DISK\",\"DISK\"]");
    assertThat(figures.at("/results/0/jobs/2/on_error").asBoolean()).isTrue();
    assertThat(figures.at("/results/0/edges/2/dataset").asText()).isEqualTo("/b/made");
    assertThat(figures.at("/results/1/refused").asText()).contains("not an Oozie workflow");
  }

  @Test
  void figuresThatCannotBeWrittenAreOneLine() {
    assertThat(run("--json", directory.resolve("no/such/out.json"), chain)).isEqualTo(1);
    assertThat(err.toString()).contains("out.json: cannot be written: ").hasLineCount(1);
  }

  @Test
  void figuresOnTheTerminalStandAlone() throws IOException {
    assertThat(run("--json", "-", chain)).isZero();
    JsonNode figures = new ObjectMapper().readTree(out.toString());
    assertThat(figures.at("/results/0/notes/0/text").asText()).contains("stays as written");
  }

  @Test
  void aWrongCommandLineIsNotARefusedFile() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("--replication", 0, chain)).isEqualTo(2);
    assertThat(run("--no-such", chain)).isEqualTo(2);
    assertThat(run("--help")).isZero();
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).contains("Usage: ldm-plan", "tierline");
  }

  @Test
  void filesBesideADefinitionAreReadButNoneAboveIt() throws IOException {
    Path app = Files.createDirectories(directory.resolve("app/child"));
    Files.writeString(app.resolve("workflow.xml"), CHAIN);
    Path above = Files.createDirectories(directory.resolve("above"));
    Files.writeString(above.resolve("workflow.xml"), CHAIN);
    Files.createSymbolicLink(directory.resolve("app/link"), above);
    LocalFiles files = new LocalFiles(directory.resolve("app"));
    assertThat(files.read("child/workflow.xml")).isPresent();
    assertThat(files.read("link/workflow.xml")).isEmpty();
    assertThat(files.read("../above/workflow.xml")).isEmpty();
    assertThat(files.read("child")).isEmpty();
    assertThat(files.read("a\0b")).isEmpty();
  }

  @Test
  void memoryIsZeroWhereTheKernelDoesNotTell() throws IOException {
    assertThat(Machine.memoryBytes(directory.resolve("none"))).isZero();
    assertThat(Machine.memoryBytes(chain)).isZero();
    Path report = Files.writeString(directory.resolve("m"), "MemTotal:   2 kB\n");
    assertThat(Machine.memoryBytes(report)).isEqualTo(2048);
  }
}
