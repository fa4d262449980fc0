/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import static io.tierline.ldm.openlineage.Events.complete;
import static io.tierline.ldm.openlineage.Events.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunAssemblerTest {
  private final RunAssembler assembler = new RunAssembler(1_000);

  private RunAssembler.Step accept(String json) throws Exception {
    return assembler.accept(Events.read(json), "ann");
  }

  @Test
  void eventsOfARunAddUp() throws Exception {
    accept(start("r1", "load", "", "/a", ""));
    Observation seen =
        accept(
                Events.event(
                    "COMPLETE", "r1", "load", "", Events.dataset("/b"), Events.dataset("/c")))
            .seen()
            .get(0);
    assertThat(seen.uses().reads()).hasSize(2);
    assertThat(seen.uses().writes()).hasSize(1);
    assertThat(seen.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(seen.origin()).isEqualTo(Origin.OPENLINEAGE);
    assertThat(accept(start("r1", "load", "", "/a", "")).seen().get(0).state())
        .as("an event that comes late")
        .isEqualTo(JobState.SUCCEEDED);
    assertThat(accept(Events.event("FAIL", "r2", "x", "", "", "")).seen().get(0).state())
        .isEqualTo(JobState.FAILED);
    assertThat(accept(Events.event("ABORT", "r3", "x", "", "", "")).seen().get(0).state())
        .isEqualTo(JobState.KILLED);
  }

  @Test
  void runThatNamesPartsOfADatasetUsesThemAloneWhateverOtherEventsName() throws Exception {
    String part =
        """
        {"namespace": "hdfs://nn:8020", "name": "/t", "inputFacets": {"subset": {
          "inputCondition": {"type": "location", "locations": ["day=1"]}}}}
        """;
    String[] events = {
      start("r1", "load", "", "/t", "/out"), Events.event("COMPLETE", "r1", "load", "", part, "")
    };
    accept(events[0]);
    assertThat(accept(events[1]).seen().get(0).uses().reads())
        .containsExactly(DatasetPath.of("hdfs://nn:8020/t/day=1"));
    accept(events[1].replace("r1", "r2"));
    assertThat(accept(events[0].replace("r1", "r2")).seen().get(0).uses().reads())
        .containsExactly(DatasetPath.of("hdfs://nn:8020/t/day=1"));
  }

  @Test
  void rootRunIsTheWorkflowAndItsRunsAreJobs() throws Exception {
    assertThat(accept(start("r0", "dag", "", "", "")).seen()).hasSize(1);
    RunAssembler.Step step =
        accept(start("r1", "dag.load", Events.parent("r0", "dag"), "/a", "/b"));
    assertThat(step.workflowRuns()).containsExactly("ann/r0");
    Observation seen = step.seen().get(0);
    assertThat(seen.chain().id()).isEqualTo("openlineage:ann:r0");
    assertThat(seen.chain().name()).isEqualTo("dag");
    assertThat(seen.job()).isEqualTo("dag.load");
    assertThat(seen.application()).isEqualTo("dag/dag.load");
    assertThat(accept(complete("r0", "dag")).endedWorkflows())
        .containsExactly("openlineage:ann:r0");
  }

  @Test
  void runsOfRunsBelongToTheOutermost() throws Exception {
    accept(start("r2", "query", Events.parent("r1", "spark"), "/a", "/b"));
    RunAssembler.Step step = accept(start("r1", "spark", Events.parent("r0", "dag"), "", ""));
    assertThat(step.seen()).hasSize(1);
    assertThat(step.seen().get(0).run()).isEqualTo("ann/r2");
    assertThat(step.seen().get(0).chain().id()).isEqualTo("openlineage:ann:r0");
    String rooted = Events.parent("r9", "mid").replaceFirst("}$", "");
    String facet =
        rooted
            + ",\"root\":{\"run\":{\"runId\":\"r8\"},\"job\":{\"namespace\":\"other\",\"name\":\"top\"}}}";
    Observation seen = accept(start("r3", "q", facet, "/a", "")).seen().get(0);
    assertThat(seen.chain().id()).isEqualTo("openlineage:ann:r8");
    assertThat(seen.job()).as("unique across namespaces").isEqualTo("etl/q");
  }

  @Test
  void runsWithoutAParentStandTogetherByNamespace() throws Exception {
    Observation seen = accept(start("r1", "load", "", "/a", "")).seen().get(0);
    assertThat(seen.chain().id()).isEqualTo("openlineage:ann:etl");
    assertThat(seen.application()).isEqualTo("etl/load");
  }

  @Test
  void circleOfParentsEnds() throws Exception {
    accept(start("r1", "a", Events.parent("r2", "b"), "", ""));
    accept(start("r2", "b", Events.parent("r1", "a"), "", ""));
    assertThat(accept(start("r3", "c", Events.parent("r3", "c"), "", "")).seen()).hasSize(1);
  }

  @Test
  void usersDoNotTouchEachOthersRuns() throws Exception {
    accept(start("r1", "load", "", "/a", "/b"));
    Observation bobs = assembler.accept(Events.read(complete("r1", "load")), "bob").seen().get(0);
    assertThat(bobs.uses().isEmpty()).isTrue();
    assertThat(bobs.run()).isEqualTo("bob/r1");
  }

  @Test
  void memoryIsBounded() throws Exception {
    RunAssembler small = new RunAssembler(2);
    small.accept(Events.read(start("r1", "a", "", "/a", "")), "ann");
    small.accept(Events.read(start("r2", "b", "", "/b", "")), "ann");
    small.accept(Events.read(start("r3", "c", "", "/c", "")), "ann");
    assertThat(small.accept(Events.read(complete("r1", "a")), "ann").seen().get(0).uses().isEmpty())
        .isTrue();
  }

  @Test
  void manyDatasetsCountAgainstTheMemoryToo() throws Exception {
    RunAssembler small = new RunAssembler(2);
    StringBuilder many = new StringBuilder(Events.dataset("/m"));
    for (int i = 0; i < 200; i++) {
      many.append(',').append(Events.dataset("/m/" + i));
    }
    small.accept(Events.read(start("r1", "a", "", "/a", "")), "ann");
    small.accept(Events.read(Events.event("START", "r2", "b", "", many.toString(), "")), "ann");
    assertThat(small.accept(Events.read(complete("r1", "a")), "ann").seen().get(0).uses().isEmpty())
        .isTrue();
  }

  @Test
  void longNamesOfDatasetsCountAsWhatTheyTake() throws Exception {
    RunAssembler small = new RunAssembler(20);
    for (int run = 0; run < 20; run++) {
      String path = "/" + "x".repeat(200) + "/" + run;
      String paths =
          IntStream.range(0, 100)
              .mapToObj(part -> Events.dataset(path + "/" + part))
              .collect(Collectors.joining(","));
      small.accept(Events.read(Events.event("START", "r" + run, "j" + run, "", paths, "")), "ann");
    }
    // Of 100 datasets of 300 bytes each: 30,000 bytes, where 8,000 are the mean.
    assertThat(small.running("ann").seen()).hasSizeBetween(3, 7);
    for (int run = 0; run < 20; run++) {
      small.accept(Events.read(start("s" + run, "k" + run, "", "/a", "")), "ann");
    }
    assertThat(small.running("ann").seen()).as("what is forgotten has no room").hasSize(20);
  }
}
