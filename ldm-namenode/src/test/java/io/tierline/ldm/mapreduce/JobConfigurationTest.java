/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.live.JobState;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobConfigurationTest {
  private final Map<String, String> properties = new HashMap<>();

  private ApplicationReport report(String... tags) {
    return JobConfiguration.report(
        new Submission("application_1_0001", "ann", "root.default", "TeraSort", Set.of(tags)),
        properties,
        "tierline");
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce.input.fileinputformat.inputdir, mapreduce.output.fileoutputformat.outputdir",
    "mapred.input.dir, mapred.output.dir"
  })
  void inputsAndOutputsAreReadUnderNewAndOldNames(String input, String output) {
    properties.put(input, "hdfs://nn:8020/a,/b/{x,y}/*,/c\\,d");
    properties.put(output, "hdfs://nn:8020/out");
    ApplicationReport report = report();
    assertThat(report.reads()).containsExactly("hdfs://nn:8020/a", "/b/{x,y}/*", "/c,d");
    assertThat(report.writes()).containsExactly("hdfs://nn:8020/out");
    assertThat(report.state()).isEqualTo(JobState.RUNNING);
    assertThat(report.workflow()).isEmpty();
    assertThat(report.isEmpty()).isFalse();
    assertThat(JobConfiguration.isNeeded(input) && JobConfiguration.isNeeded(output)).isTrue();
    assertThat(JobConfiguration.isNeeded("mapreduce.job.hdfs-servers.token")).isFalse();
  }

  @Test
  void distcpWritesWhereItCopiesToAndNotItsLog() {
    properties.put("mapred.output.dir", "hdfs://nn:8020/staging/_distcp1/_logs");
    properties.put("distcp.target.final.path", "hdfs://nn:8020/copy, of it");
    assertThat(report().writes()).containsExactly("hdfs://nn:8020/copy, of it");
    assertThat(JobConfiguration.isNeeded("distcp.target.final.path")).isTrue();
  }

  @Test
  void outputIsOnePathWhateverCommasAreInIt() {
    properties.put("mapred.output.dir", "/out/a,b");
    assertThat(report().writes()).containsExactly("/out/a,b");
  }

  @Test
  void inputsWithTheirOwnFormatsAreRead() {
    properties.put("mapreduce.input.multipleinputs.dir.formats", "/a;org.x.F,/b;org.x.G");
    assertThat(report().reads()).containsExactly("/a", "/b");
  }

  @Test
  void relativePathsLieInTheWorkingDirectoryAndPathsOnTheJobsFileSystem() {
    properties.put("mapred.input.dir", "in");
    properties.put("mapred.output.dir", "file:/tmp/out");
    assertThat(report().reads()).containsExactly("/user/ann/in");
    assertThat(report().writes()).containsExactly("file:/tmp/out");
    properties.put("fs.defaultFS", "hdfs://nn:8020/");
    assertThat(report().reads()).containsExactly("hdfs://nn:8020/user/ann/in");
    properties.put("mapreduce.job.working.dir", "hdfs://nn:8020/flow");
    assertThat(report().reads()).containsExactly("hdfs://nn:8020/flow/in");
  }

  @Test
  void whatIsNoPathIsLeftOut() {
    properties.put("mapred.input.dir", "/a" + "/x".repeat(9_000) + ",/b");
    properties.put("mapreduce.job.working.dir", "nowhere");
    properties.put("mapred.output.dir", "out");
    assertThat(report().reads()).containsExactly("/b");
    assertThat(report().writes()).isEmpty();
  }

  @Test
  void tagNamesWorkflowAndJobWhateverItsCase() {
    assertThat(report("x", "tierline:nightly/load").workflow()).isEqualTo("nightly");
    assertThat(report("x", "tierline:nightly/load/more").job()).isEqualTo("load/more");
    properties.put("mapreduce.job.tags", "x, Tierline:Nightly/Load");
    ApplicationReport report = report("tierline:nightly/load");
    assertThat(report.workflow()).isEqualTo("Nightly");
    assertThat(report.job()).isEqualTo("Load");
    for (String none : new String[] {"tierline:", "tierline:/j", "tierline:w/", "tierline:w"}) {
      properties.clear();
      assertThat(report(none).workflow()).as(none).isEmpty();
    }
    assertThat(report("oozie-0123456789abcdef").isEmpty()).isTrue();
  }

  @Test
  void ooziesOwnPropertiesNameWorkflowAndAction() {
    properties.put("oozie.action.id", "0000001-261121000000000-oozie-W@sort");
    assertThat(report().workflow()).isEqualTo("0000001-261121000000000-oozie-W");
    assertThat(report().job()).isEqualTo("sort");
    properties.put("oozie.job.id", "other");
    assertThat(report().workflow()).isEqualTo("other");
    properties.put("oozie.action.id", "no action");
    assertThat(report().workflow()).isEmpty();
  }

  @Test
  void workflowPropertiesNameTheNodeAndWhatFollowsIt() {
    properties.put("mapreduce.workflow.id", "pig_1");
    assertThat(report().workflow()).as("without a node it is no job").isEmpty();
    properties.put("mapreduce.workflow.node.name", "scope-1");
    assertThat(report().workflowName()).isEqualTo("pig_1");
    properties.put("mapreduce.workflow.name", "daily");
    properties.put("mapreduce.workflow.adjacency.scope-1", "scope-2,scope-3,, scope-1,scope-1");
    ApplicationReport report = report();
    assertThat(report.workflow()).isEqualTo("pig_1");
    assertThat(report.workflowName()).isEqualTo("daily");
    assertThat(report.job()).isEqualTo("scope-1");
    assertThat(report.followers()).containsExactlyInAnyOrder("scope-2", "scope-3");
    assertThat(JobConfiguration.isNeeded("mapreduce.workflow.adjacency.scope-1")).isTrue();
    assertThat(report("tierline:w/scope-1").followers()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce.terasort.num-rows, 30, 3000",
    "mapreduce.terasort.num-rows, 9000000000000000000, 9223372036854775800",
    "mapreduce.randomwriter.totalbytes, 30, 30",
    "mapreduce.randomtextwriter.totalbytes, 30, 30",
    "mapreduce.terasort.num-rows, -3, 0",
    "mapreduce.terasort.num-rows, 10t, 0",
    "mapreduce.job.maps, 30, 0"
  })
  void generatorsTellHowMuchTheyWillWrite(String name, String value, long bytes) {
    properties.put(name, value);
    assertThat(report().outputBytes()).isEqualTo(bytes);
    properties.put("mapreduce.output.fileoutputformat.compress", "true");
    assertThat(report().outputBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mapreduce.terasort.num-rows",
        "mapreduce.randomwriter.totalbytes",
        "mapreduce.output.fileoutputformat.compress",
        "mapreduce.workflow.id",
        "mapreduce.workflow.name",
        "oozie.action.id",
        "mapreduce.job.tags",
        "mapred.input.dir.formats",
        "mapreduce.job.working.dir",
        "fs.defaultFS"
      })
  void propertyThatTellsLineageIsAskedFor(String name) {
    assertThat(JobConfiguration.isNeeded(name)).isTrue();
  }
}
