/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static io.tierline.ldm.oozie.Workflows.action;
import static io.tierline.ldm.oozie.Workflows.job;
import static io.tierline.ldm.oozie.Workflows.notes;
import static io.tierline.ldm.oozie.Workflows.read;
import static io.tierline.ldm.oozie.Workflows.resource;
import static io.tierline.ldm.oozie.Workflows.uses;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.lineage.Workflow;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionsTest {
  private static Workflow every;

  @BeforeAll
  static void readEveryKind() throws LineageException {
    every = resource("every-kind.xml", Map.of("user.name", "kim"));
  }

  @Test
  void everyActionIsAJobOfItsTypeAtItsLine() {
    assertThat(every.jobs()).hasSize(17);
    assertThat(job(every, "mr")).extracting(Job::type, Job::line).containsExactly("map-reduce", 16);
    assertThat(job(every, "odd").type()).isEqualTo("teleport");
  }

  @Test
  void knownExamplesAreReadThroughTheirArguments() throws LineageException {
    Workflow chain = resource("terasort-chain.xml", Map.of("nameNode", "hdfs://nn:8020"));
    assertThat(chain.name()).isEqualTo("terasort-small");
    assertThat(uses(chain, "generate")).containsExactly("w /bench/small/in");
    assertThat(uses(chain, "sort")).containsExactly("r /bench/small/in", "w /bench/small/out");
    assertThat(uses(chain, "validate"))
        .containsExactly("r /bench/small/out", "w /bench/small/report");
    assertThat(notes(chain)).isEmpty();
  }

  @Test
  void anUnknownNameNodeIsStillTheClustersOwn() throws LineageException {
    Workflow chain = resource("terasort-chain.xml", Map.of());
    assertThat(uses(chain, "sort")).containsExactly("r /bench/small/in", "w /bench/small/out");
  }

  @Test
  void mapReduceTakesOldAndNewNamesAndKeepsBraces() {
    assertThat(uses(every, "mr")).containsExactly("r /in/a", "r /in/{b,c}", "w /out/mr");
  }

  @Test
  void severalInputsWithAFormatEachAreRead() {
    assertThat(uses(every, "joined"))
        .containsExactly("r /out/mr", "r /in/z", "w /out/joined", "r? /out/mr/part-r-00000");
  }

  @Test
  void sqoopImportWritesAndExportReads() {
    assertThat(uses(every, "load")).containsExactly("w /db/t");
    assertThat(uses(every, "unload")).containsExactly("r /db/t");
    assertThat(uses(every, "house")).containsExactly("w /warehouse/orders");
  }

  @Test
  void distcpReadsItsSourcesAndWritesItsTarget() {
    assertThat(uses(every, "copy"))
        .containsExactly("r /out/mr", "r /out/joined", "w hdfs://other:8020/backup");
    assertThat(notes(every))
        .contains("'hdfs://other:8020/backup' is on another file system: not managed");
  }

  @Test
  void distcpWithAListOfSourcesSaysThatTheyAreNotKnown() {
    assertThat(uses(every, "copy-list")).containsExactly("w /copied");
    assertThat(notes(every))
        .contains("the sources stand in a list on the cluster (-f): they are not known");
  }

  @Test
  void fileSystemCommandsOnlyMove() {
    assertThat(uses(every, "tidy")).isEmpty();
    assertThat(job(every, "tidy").renames())
        .extracting(Rename::source, Rename::target)
        .extracting(Object::toString)
        .containsExactly("(/out/joined, /final)");
  }

  @Test
  void whatAScriptDeletesFirstItWritesAndWhatOthersWroteItReads() {
    assertThat(uses(every, "script")).containsExactlyInAnyOrder("w? /pig/out", "r? /final");
    assertThat(uses(every, "query"))
        .containsExactlyInAnyOrder("w? /hive/out", "r? /pig/out/part-1");
    assertThat(uses(every, "query2")).containsExactly("r? /hive/out");
  }

  @Test
  void statedReadsAndWritesStandForWhatWasFound() {
    assertThat(uses(every, "compute"))
        .containsExactly("r /hive/out", "r /user/kim/data/mine", "w /spark/out");
  }

  @Test
  void gitWritesItsDestinationAndTheShellReadsIt() {
    assertThat(uses(every, "clone")).containsExactly("w /code");
    assertThat(uses(every, "run")).containsExactlyInAnyOrder("r? /spark/out", "r? /code");
  }

  @Test
  void sshAndEmailUseNoDataset() {
    assertThat(uses(every, "remote")).isEmpty();
    assertThat(uses(every, "tell")).isEmpty();
  }

  @Test
  void anUnknownActionIsAJobWithANote() {
    assertThat(uses(every, "odd")).isEmpty();
    assertThat(notes(every))
        .contains("unknown action type 'teleport': what it reads and writes is not known");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "terasort.TeraChecksum | /a /b | r /a, w /b",
        "WordCount | /a /b /c | r /a, r /b, w /c",
        "WordMean | /a /b | r /a, w /b",
        "WordMedian | /a /b | r /a, w /b",
        "WordStandardDeviation | /a /b | r /a, w /b",
        "Grep | /a /b wo.* 1 | r /a, w /b",
        "Sort | -r 5 -outKey k -totalOrder 0.1 100 10 /a /b | r /a, w /b",
        "Join | -inFormat f -joinOp inner /a /b /c | r /a, r /b, w /c",
        "SecondarySort | /a /b | r /a, w /b",
        "RandomWriter | -D x=y /b | w /b",
        "RandomTextWriter | -outFormat f -Dx=y /b | w /b",
        "AggregateWordCount | /a /b 2 textinputformat | r /a, w /b",
        "MultiFileWordCount | /a /b | r /a, w /b",
        "QuasiMonteCarlo | 10 100 | ''",
        "ExampleDriver | sort /a /b | r /a, w /b",
        "ExampleDriver | unheard-of /a /b | ''",
        "ExampleDriver | '' | ''",
        "TeraSort | /a /b | ''",
        "terasort.TeraSort | /a,/c /b | 'r /a, r /c, w /b'",
      })
  void argumentsOfExamplesAreUnderstood(String main, String arguments, String expected)
      throws LineageException {
    StringBuilder args = new StringBuilder();
    for (String argument : arguments.isEmpty() ? new String[0] : arguments.split(" ")) {
      args.append("<arg>").append(argument).append("</arg>");
    }
    Workflow workflow =
        read(
            action(
                "<java><main-class>org.apache.hadoop.examples.%s</main-class>%s</java>"
                    .formatted(main, args)));
    assertThat(String.join(", ", uses(workflow, "a"))).isEqualTo(expected);
  }

  @Test
  void argumentsThatDoNotFitAreLeftAlone() throws LineageException {
    Workflow workflow =
        read(
            action(
                "<java><main-class>org.apache.hadoop.examples.WordMean</main-class>"
                    + "<arg>/only</arg></java>"));
    assertThat(uses(workflow, "a")).isEmpty();
    assertThat(notes(workflow))
        .contains("the arguments are not those that org.apache.hadoop.examples.WordMean takes");
  }

  @Test
  void streamingAsAJavaClassStatesItsPathsByName() throws LineageException {
    Workflow workflow =
        read(
            action(
                "<java><main-class>org.apache.hadoop.streaming.HadoopStreaming</main-class>"
                    + "<arg>-input</arg><arg>/a</arg><arg>-mapper</arg><arg>cat</arg>"
                    + "<arg>-output</arg><arg>/b</arg><arg>-input</arg></java>"));
    assertThat(uses(workflow, "a")).containsExactly("r /a", "w /b");
  }

  @Test
  void aCopyWithoutTargetIsNoted() throws LineageException {
    Workflow workflow = read(action("<distcp><arg>/a</arg></distcp>"));
    assertThat(uses(workflow, "a")).isEmpty();
    assertThat(notes(workflow))
        .contains("the arguments are not those of a copy: sources, then a target");
  }

  @Test
  void aMapReduceActionWithoutPathsSaysSo() throws LineageException {
    assertThat(notes(read(action("<map-reduce/>"))))
        .containsExactly("the configuration states neither input nor output");
    assertThat(notes(read(action("<map-reduce><config-class>C</config-class></map-reduce>"))))
        .containsExactly(
            "the configuration states neither input nor output: a class sets them as it starts");
  }

  @Test
  void jobsThatHideTheirPathsAreNamedTogether() throws LineageException {
    assertThat(notes(read(action("<spark><arg>/x</arg></spark>"))))
        .containsExactly(
            "nothing states what these jobs read and write"
                + " (tierline.reads and tierline.writes can): a");
  }

  @Test
  void aSweptDirectoryInWhichOthersWriteIsNobodysOutput() throws LineageException {
    Workflow workflow =
        read(
            Workflows.definition(
                "<start to='a'/>"
                    + "<action name='a'><shell><prepare><delete path='/w'/></prepare></shell>"
                    + "<ok to='b'/><error to='e'/></action>"
                    + "<action name='b'><pig><prepare><delete path='/w/b'/></prepare></pig>"
                    + "<ok to='c'/><error to='e'/></action>"
                    + "<action name='c'><pig><param>I=/w/b</param></pig>"
                    + "<ok to='e'/><error to='e'/></action><end name='e'/>"));
    assertThat(uses(workflow, "a")).isEmpty();
    assertThat(uses(workflow, "b")).containsExactly("w? /w/b");
    assertThat(uses(workflow, "c")).containsExactly("r? /w/b");
  }

  @Test
  void anArgumentIsNotReadFromAJobThatComesLater() throws LineageException {
    Workflow workflow =
        read(
            Workflows.definition(
                "<start to='a'/>"
                    + "<action name='a'><pig><param>OUT=/x</param></pig>"
                    + "<ok to='b'/><error to='e'/></action>"
                    + "<action name='b'><pig><prepare><delete path='/x'/></prepare></pig>"
                    + "<ok to='e'/><error to='e'/></action><end name='e'/>"));
    assertThat(uses(workflow, "a")).isEmpty();
  }

  @Test
  void prepareIsNotGuessedFromWhereTheOutputIsStatedOrNoPathIsGiven() throws LineageException {
    assertThat(
            uses(
                read(
                    action(
                        "<map-reduce><prepare><delete path='/tmp/x'/></prepare><configuration>"
                            + "<property><name>mapred.output.dir</name><value>/o</value></property>"
                            + "</configuration></map-reduce>")),
                "a"))
        .containsExactly("w /o");
    assertThat(
            uses(
                read(
                    action(
                        "<pig><prepare><delete/><delete path=''/><delete path='/a*/b'/></prepare>"
                            + "</pig>")),
                "a"))
        .isEmpty();
  }
}
