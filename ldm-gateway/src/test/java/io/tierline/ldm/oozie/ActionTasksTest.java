/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static io.tierline.ldm.oozie.Workflows.definition;
import static io.tierline.ldm.oozie.Workflows.job;
import static io.tierline.ldm.oozie.Workflows.read;
import static io.tierline.ldm.oozie.Workflows.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionTasksTest {
  private static final String WHOLE_FILES =
      property("mapreduce.input.fileinputformat.split.minsize", Long.toString(Long.MAX_VALUE));

  private static String property(String name, String value) {
    return "<property><name>%s</name><value>%s</value></property>".formatted(name, value);
  }

  private static String action(String name, String next, String body) {
    return "<action name='%s'>%s<ok to='%s'/><error to='k'/></action>".formatted(name, body, next);
  }

  private static String mapReduce(String properties) {
    return "<map-reduce><configuration>" + properties + "</configuration></map-reduce>";
  }

  private static String paths(String input, String output) {
    return property("mapred.input.dir", input) + property("mapred.output.dir", output);
  }

  private static int tasks(String writer, String reader) throws LineageException {
    Workflow workflow =
        read(
            definition(
                "<start to='w'/>"
                    + action("w", "r", writer)
                    + action("r", "end", reader)
                    + "<kill name='k'><message/></kill><end name='end'/>"));
    return job(workflow, "r").reading().tasks();
  }

  @Test
  void validationHasATaskForEachFileOfTheSort() throws LineageException {
    Workflow chain = resource("terasort-chain.xml", Map.of("nameNode", "hdfs://nn:8020"));
    assertThat(job(chain, "generate").reading().tasks()).isZero();
    assertThat(job(chain, "sort").reading().tasks()).isZero();
    assertThat(job(chain, "validate").reading().tasks()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, 100000000",
    "5k, 500000",
    "2M, 200000000",
    "1t, 100000000000000",
    "-4, 0",
    "some, 0",
    "99999999t, 0",
    "k, 0",
  })
  void rowsOfTeragenSayHowMuchItWrites(String rows, long bytes) throws LineageException {
    String generate =
        "<java><main-class>org.apache.hadoop.examples.terasort.TeraGen</main-class>"
            + "<arg>%s</arg><arg>/made</arg></java>";
    Workflow workflow = read(Workflows.action(generate.formatted(rows)));
    assertThat(job(workflow, "a").outputBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce.job.reduces, 3, 3",
    "mapred.reduce.tasks, 7, 7",
    "mapreduce.job.maps, 3, 1",
    "mapreduce.job.reduces, many, 1",
    "mapreduce.job.reduces, 0, 0",
    "mapreduce.job.reduces, -1, 1",
    "mapreduce.job.reduces, 99999999999, 2147483647",
  })
  void readerOfWholeFilesHasAsManyTasksAsTheWriterHasReducers(String name, String value, int tasks)
      throws LineageException {
    assertThat(
            tasks(
                mapReduce(paths("/raw", "/made") + property(name, value)),
                mapReduce(paths("/made", "/end") + WHOLE_FILES)))
        .isEqualTo(tasks);
  }

  @Test
  void readerOfBlocksHasManyTasks() throws LineageException {
    String writer = mapReduce(paths("/raw", "/made"));
    assertThat(tasks(writer, mapReduce(paths("/made", "/end")))).isZero();
    String small = property("mapred.min.split.size", "1");
    assertThat(tasks(writer, mapReduce(paths("/made", "/end") + small))).isZero();
  }

  @Test
  void nothingIsKnownOfFilesThatAnyoneElseWrites() throws LineageException {
    String reader = mapReduce(paths("/made,/raw", "/end") + WHOLE_FILES);
    assertThat(tasks(mapReduce(paths("/x", "/made")), reader)).isZero();
    String spark = "<spark><name>s</name></spark>";
    String stated = property("tierline.writes", "/made");
    assertThat(
            tasks(
                spark.replace("</spark>", "<configuration>" + stated + "</configuration></spark>"),
                mapReduce(paths("/made", "/end") + WHOLE_FILES)))
        .isZero();
  }

  @Test
  void argumentsOfAKnownProgramSetItsReducers() throws LineageException {
    String sort =
        "<java><main-class>org.apache.hadoop.examples.terasort.TeraSort</main-class>"
            + "%s<arg>/raw</arg><arg>/made</arg></java>";
    String validate =
        "<java><main-class>org.apache.hadoop.examples.terasort.TeraValidate</main-class>"
            + "<arg>/made</arg><arg>/end</arg></java>";
    assertThat(tasks(sort.formatted(""), validate)).isOne();
    String apart = "<arg>-D</arg><arg>mapreduce.job.reduces=5</arg>";
    assertThat(tasks(sort.formatted(apart), validate)).isEqualTo(5);
    String other = "<arg>-Dmapreduce.job.maps=5</arg><arg>-conf</arg><arg>x</arg>";
    assertThat(tasks(sort.formatted(other), validate)).isOne();
  }
}
