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
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LdmPlanTest {
  static final String CHAIN =
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
  private final PlanCommand command = new PlanCommand();
  private Path chain;

  @BeforeEach
  void writeChain() throws IOException {
    chain = Files.writeString(directory.resolve("chain.xml"), CHAIN);
  }

  @Test
  void writesTheDocumentThatRegistersTheWorkflow() throws IOException {
    Path document = directory.resolve("chain.json");
    assertThat(command.run("-D", "base=/b", "--lineage", document, chain)).isZero();
    Workflow read = new LineageDocument(Files.readString(document)).read("none");
    assertThat(read.id()).isEqualTo("chain");
    assertThat(read.jobs()).extracting(Job::name).containsExactly("make", "use", "mend");
    assertThat(read.jobs().get(0).writes()).containsExactly(DatasetPath.of("/b/made"));
  }

  @ParameterizedTest
  @CsvSource({"--yaml,Unknown option", "-p,parameter", "--replication=0,--replication is from 1"})
  void wrongCommandLineSaysWhatIsWrong(String option, String reason) {
    assertThat(command.run(chain, option)).isEqualTo(2);
    assertThat(command.err().lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).contains(reason));
  }

  @Test
  void whatRivalsWriteIsInOneDocumentOnly() throws IOException {
    Path again =
        Files.writeString(directory.resolve("again.xml"), CHAIN.replace("\"chain\"", "\"b\""));
    Path documents = directory.resolve("all.json");
    assertThat(command.run("-D", "base=/b", "--lineage", documents, chain, again)).isZero();
    assertThat(TaskGraph.of(LineageFile.readAll(List.of(documents.toString()))).jobs()).hasSize(6);
  }

  @Test
  void nothingIsWrittenWhereNothingUsesData() throws IOException {
    Path properties = Files.writeString(directory.resolve("job.properties"), "a=b");
    assertThat(command.run("--lineage", directory.resolve("none.json"), properties)).isEqualTo(1);
    assertThat(command.err()).contains("nothing that was read uses data").hasLineCount(1);
  }

  @Test
  void printsJobsEdgesDatasetsAndNotes() {
    assertThat(command.run("-D", "base=/b", chain)).isZero();
    assertThat(command.out().replace(directory + "/", ""))
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
    assertThat(command.err()).isEmpty();
  }

  /** A workflow's name is its author's: on a terminal it moves no cursor and breaks no line. */
  @Test
  void namesOfDefinitionsAreShownAsTheyMayBe() throws IOException {
    Path odd = directory.resolve("odd.xml");
    Files.writeString(odd, CHAIN.replace("name=\"chain\"", "name=\"a&#10;b&#x9b;2J&#x202e;c\""));
    assertThat(command.run("-D", "base=/b", odd)).isZero();
    assertThat(command.run("--check", odd)).isZero();
    assertThat(command.out())
        .contains("workflow 'a\\u000ab\\u009b2J\\u202ec'")
        .doesNotContain("\u009b", "\u202e");
  }

  @Test
  void whatIsNotKnownStaysAsWrittenAndIsNoted() {
    assertThat(command.run("--replication", 1, chain)).isZero();
    assertThat(command.out())
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
    assertThat(command.run("-p", first, "-p", second, chain)).isZero();
    assertThat(command.out()).contains("/second/made").doesNotContain("/first");
  }

  @Test
  void aRefusedFileIsOneLineAndDoesNotStopTheOthers() throws IOException {
    Path broken = Files.writeString(directory.resolve("broken.xml"), "<workflow-app>");
    assertThat(command.run(broken, chain, directory.resolve("none.xml"))).isEqualTo(1);
    assertThat(command.err().lines())
        .containsExactly(
            broken + ":1: not well-formed XML: it ends before all its elements do",
            directory.resolve("none.xml") + ": no such file");
    assertThat(command.out()).contains("workflow 'chain'");
  }

  @Test
  void aLaterWriterReplacesWhatAnEarlierOneWrote() throws IOException {
    Path clash = Files.writeString(directory.resolve("clash.xml"), CLASH);
    assertThat(command.run("-Dbase=/b", clash)).isZero();
    assertThat(command.out()).contains("/b/made  make, use").doesNotContain("Conflicts");
  }

  @Test
  void writersThatNothingOrdersAreAConflictThatIsReported() throws IOException {
    String parallel =
        """
        <workflow-app name="p"><start to="f"/>
          <fork name="f"><path start="a"/><path start="b"/></fork>
          <action name="a"><git><destination-uri>/x</destination-uri></git>
            <ok to="j"/><error to="end"/></action>
          <action name="b"><git><destination-uri>/x</destination-uri></git>
            <ok to="j"/><error to="end"/></action>
          <join name="j" to="end"/><end name="end"/>
        </workflow-app>
        """;
    Path file = Files.writeString(directory.resolve("p.xml"), parallel);
    Path json = directory.resolve("p.json");
    assertThat(command.run(file, "--json", json)).isZero();
    assertThat(command.out())
        .contains("Conflicts", "dataset /x has two writers: 'a' (", "/x       a ");
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(figures.at("/results/0/conflicts/0/kind").asText()).isEqualTo("two_writers");
  }

  @ParameterizedTest
  @CsvSource({
    "--from=noon,--from is 'noon' but takes a time",
    "--until=2026,--until is '2026' but takes a time"
  })
  void aWindowIsOfTimes(String option, String reason) {
    assertThat(command.run(chain, option)).isEqualTo(2);
    assertThat(command.err()).startsWith(reason);
    assertThat(command.run(chain, "--from", "2026-01-02T00:00Z", "--until", "2026-01-01T00:00Z"))
        .isEqualTo(2);
  }

  @Test
  void unusablePropertiesAreRefused() throws IOException {
    Path bad = Files.writeString(directory.resolve("p.xml"), "<x/>");
    assertThat(command.run("-p", bad, chain)).isEqualTo(1);
    assertThat(command.err())
        .isEqualToNormalizingNewlines(
            bad + ":1: not a Hadoop configuration: the root element is <x>\n");
    assertThat(command.run("-p", directory.resolve("none"), chain)).isEqualTo(1);
  }

  @Test
  void figuresAreOneObjectWithAResultForEachFile() throws IOException {
    Path json = directory.resolve("out.json");
    Path broken = Files.writeString(directory.resolve("broken.xml"), "<x/>");
    assertThat(command.run("--json", json, "-Dbase=/b", chain, broken)).isEqualTo(1);
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(figures.fieldNames())
        .toIterable()
        .containsExactly(
            "command", "commit", "machine", "parameters", "results", "joint", "unresolved");
    assertThat(figures.at("/results/0/datasets/0/replicas").toString())
        .isEqualTo("[\"SSD\",\"DISK\",\"DISK\"]");
    assertThat(figures.at("/results/0/jobs/2/on_error").asBoolean()).isTrue();
    assertThat(figures.at("/results/0/edges/2/dataset").asText()).isEqualTo("/b/made");
    assertThat(figures.at("/results/1/refused").asText()).contains("not an Oozie workflow");
  }

  @Test
  void figuresThatCannotBeWrittenAreOneLine() {
    assertThat(command.run("--json", directory.resolve("no/such/out.json"), chain)).isEqualTo(1);
    assertThat(command.err()).contains("out.json: cannot be written: ").hasLineCount(1);
  }

  @Test
  void figuresOnTheTerminalStandAlone() throws IOException {
    assertThat(command.run("--json", "-", chain)).isZero();
    JsonNode figures = new ObjectMapper().readTree(command.out());
    assertThat(figures.at("/results/0/notes/0/text").asText()).contains("stays as written");
  }

  @Test
  void aWrongCommandLineIsNotARefusedFile() {
    assertThat(command.run()).isEqualTo(2);
    assertThat(command.run("--replication", 0, chain)).isEqualTo(2);
    assertThat(command.run("--no-such", chain)).isEqualTo(2);
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
