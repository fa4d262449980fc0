/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class OozieWorkflowProperties {
  @Provide
  Arbitrary<FlowBlock> flows() {
    return FlowBlock.rows(3);
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.strings()
        .withChars("abc.-_0")
        .ofMinLength(1)
        .ofMaxLength(4)
        .filter(part -> !part.equals(".") && !part.equals(".."))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(parts -> "/" + String.join("/", parts));
  }

  @Property(tries = 500)
  void jobsAndTheirOrderAreThoseOfTheFlow(@ForAll("flows") FlowBlock flow) throws LineageException {
    FlowBlock.Expected expected = new FlowBlock.Expected(flow);
    Workflow workflow = Workflows.read(expected.definition());
    assertThat(workflow.jobs())
        .extracting(Job::name)
        .containsExactlyInAnyOrderElementsOf(expected.after.keySet());
    for (Job job : workflow.jobs()) {
      assertThat(job.after()).as("before %s", job.name()).isEqualTo(expected.after.get(job.name()));
      assertThat(job.excludes())
          .as("not with %s", job.name())
          .isEqualTo(expected.excludes.get(job.name()));
      assertThat(job.onError()).isFalse();
    }
    assertThat(TaskGraph.of(List.of(workflow)).jobs()).hasSameSizeAs(workflow.jobs());
  }

  @Property(tries = 300)
  void aPathIsTheSameWithAndWithoutItsFileSystem(
      @ForAll("paths") String path, @ForAll boolean known) throws LineageException {
    Map<String, String> properties = known ? Map.of("nn", "hdfs://nn:8020") : Map.of();
    String body =
        "<distcp><name-node>${nn}</name-node><arg>%s</arg><arg>${nn}%s</arg></distcp>"
            .formatted(path, path);
    Job job = Workflows.read(Workflows.action(body), properties).jobs().get(0);
    assertThat(job.reads()).isEqualTo(job.writes());
    assertThat(job.reads().get(0).toString()).isEqualTo(path);
  }
}
