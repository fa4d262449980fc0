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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
    CommandLine command = new CommandLine(new LdmPlan());
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
  void wrongCommandLineSaysWhatIsWrong(String option, String reason) {
    assertThat(run(chain, option)).isEqualTo(2);
    assertThat(err.toString().lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).contains(reason));
  }

  @Test
  void documentsOfAWorkflowAndOfActionsFitTogether() throws IOException {
    Path documents = directory.resolve("all.json");
    assertThat(
            run(
                "-D",
                "base=/b",
                "-D",
                "start=2026-03-01T00:00Z",
                "--lineage",
                documents,
                makes(),
                reads(),
                chain))
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
  void whatRivalsWriteIsInOneDocumentOnly() throws IOException {
    Path again =
        Files.writeString(directory.resolve("again.xml"), CHAIN.replace("\"chain\"", "\"b\""));
    Path documents = directory.resolve("all.json");
    assertThat(run("-D", "base=/b", "--lineage", documents, chain, again)).isZero();
    assertThat(TaskGraph.of(LineageFile.readAll(List.of(documents.toString()))).jobs()).hasSize(6);
  }

  @Test
  void nothingIsWrittenWhereNothingUsesData() throws IOException {
    Path properties = Files.writeString(directory.resolve("job.properties"), "a=b");
    assertThat(run("--lineage", directory.resolve("none.json"), properties)).isEqualTo(1);
    assertThat(err.toString()).contains("nothing that was read uses data").hasLineCount(1);
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

  /** A workflow's name is its author's: on a terminal it moves no cursor and breaks no line. */
  @Test
  void namesOfDefinitionsAreShownAsTheyMayBe() throws IOException {
    Path odd = directory.resolve("odd.xml");
    Files.writeString(odd, CHAIN.replace("name=\"chain\"", "name=\"a&#10;b&#x9b;2J&#x202e;c\""));
    assertThat(run("-D", "base=/b", odd)).isZero();
    assertThat(run("--check", odd)).isZero();
    assertThat(out.toString())
        .contains("workflow 'a\\u000ab\\u009b2J\\u202ec'")
        .doesNotContain("\u009b", "\u202e");
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
    assertThat(run(broken, chain, directory.resolve("none.xml"))).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            broken + ":1: not well-formed XML: it ends before all its elements do",
            directory.resolve("none.xml") + ": no such file");
    assertThat(out.toString()).contains("workflow 'chain'");
  }

  @Test
  void aLaterWriterReplacesWhatAnEarlierOneWrote() throws IOException {
    Path clash = Files.writeString(directory.resolve("clash.xml"), CLASH);
    assertThat(run("-Dbase=/b", clash)).isZero();
    assertThat(out.toString()).contains("/b/made  make, use").doesNotContain("Conflicts");
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
    assertThat(run(file, "--json", json)).isZero();
    assertThat(out.toString())
        .contains("Conflicts", "dataset /x has two writers: 'a' (", "/x       a ");
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(figures.at("/results/0/conflicts/0/kind").asText()).isEqualTo("two_writers");
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
  void coordinatorsAndPropertiesArePlannedTogether() throws IOException {
    Path properties =
        Files.writeString(
            directory.resolve("job.properties"), "base=/b\nstart=2026-03-01T00:00Z\n");
    assertThat(run(reads(), properties, makes())).isZero();
    assertThat(
            out.toString().replace(directory + "/", "").replaceAll("where {9,}why", "where  why"))
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
    assertThat(run("--check", directory)).isZero();
    assertThat(out.toString().replace(directory + "/", ""))
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
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aCheckEndsWithOneWhereAFileIsRefused() throws IOException {
    Path broken = Files.writeString(directory.resolve("broken.xml"), "<workflow-app>");
    assertThat(run("--check", directory, "--json", directory.resolve("f.json"))).isEqualTo(1);
    assertThat(out.toString())
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
    assertThat(run("--check", nowhere)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly("refused       " + nowhere + ": no such file");
    assertThat(err.toString()).isEmpty();
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
            run(
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
    assertThat(run(bundle, datasets)).isZero();
    assertThat(out.toString())
        .contains("bundle 'all', 1 coordinator", "(not at hand)", "d        every minute");
  }

  @ParameterizedTest
  @CsvSource({
    "--from=noon,--from is 'noon' but takes a time",
    "--until=2026,--until is '2026' but takes a time"
  })
  void aWindowIsOfTimes(String option, String reason) {
    assertThat(run(chain, option)).isEqualTo(2);
    assertThat(err.toString()).startsWith(reason);
    assertThat(run(chain, "--from", "2026-01-02T00:00Z", "--until", "2026-01-01T00:00Z"))
        .isEqualTo(2);
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
