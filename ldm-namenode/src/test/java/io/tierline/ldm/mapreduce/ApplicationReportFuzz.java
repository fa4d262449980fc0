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
import static org.assertj.core.api.Assertions.fail;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ParserFuzz;
import io.tierline.ldm.testing.TextMutator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reports and job configurations changed at random: read, or refused in one line. */
class ApplicationReportFuzz {
  private static final int INPUTS = Extended.inputs(100_000);
  private static final int CONFIGURATIONS = Extended.inputs(20_000);
  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20_261_122);

  private static final String REPORT =
      """
      {"application": "application_1_0001", "user": "ann", "queue": "q", "name": "n",
       "state": "RUNNING", "workflow": "w", "workflowName": "d", "job": "j", "followers": ["k"],
       "reads": ["hdfs://nn:8020/a", "/b/*"], "writes": ["/c"]}
      """;

  private static final String PATHS =
      "hdfs://nn:8020/a/{b,c},file:/x;y,rel\\,ative,/d/*;e.F,s3a://k/";

  private static final TextMutator MUTATOR =
      new TextMutator(
          4, "//", "${", "*", "..", "hdfs:", "\\", ";", "SUCCEEDED", "~", "%", "@", "tierline:w/j");

  @Test
  void everyReportIsReadOrRefusedInOneLine() {
    new ParserFuzz(MUTATOR, REPORT, SEED, INPUTS)
        .run(4, (input, number) -> ApplicationReport.read(input).observation());
  }

  @Test
  void everyConfigurationGivesAReportThatIsTaken() {
    Random random = new Random(SEED);
    String[] names = {
      "mapred.input.dir", "mapred.output.dir", "mapred.input.dir.formats", "mapred.working.dir",
      "fs.defaultFS", "mapreduce.job.tags", "oozie.action.id", "mapreduce.workflow.id",
      "mapreduce.workflow.node.name", "mapreduce.workflow.adjacency.w",
    };
    for (int i = 0; i < CONFIGURATIONS; i++) {
      Map<String, String> properties = new HashMap<>();
      for (String name : names) {
        if (random.nextInt(3) > 0) {
          properties.put(name, MUTATOR.mutated(PATHS, random));
        }
      }
      Submission submission =
          new Submission("a", "u", "q", "n", Set.of(MUTATOR.mutated("t:w/j", random)));
      ApplicationReport report = JobConfiguration.report(submission, properties, "t");
      try {
        ApplicationReport.read(report.json()).observation();
      } catch (LineageException e) {
        assertThat(e.getMessage()).as("seed %d, input %d", SEED, i).contains("without controls");
      } catch (RuntimeException e) {
        fail("seed %d, input %d: %s".formatted(SEED, i, properties), e);
      }
    }
  }
}
