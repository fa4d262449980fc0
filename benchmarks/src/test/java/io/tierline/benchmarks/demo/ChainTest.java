/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChainTest {
  @TempDir private Path directory;

  @Test
  void exampleIsAChainOfThree() throws IOException {
    Chain chain = Chain.read(Home.find(), "hdfs://localhost:8020", 5000);
    assertThat(chain.inOrder())
        .extracting(Job::name)
        .containsExactly("teragen", "terasort", "teravalidate");
    assertThat(chain.inOrder().stream().flatMap(job -> job.writes().stream()))
        .extracting(DatasetPath::path)
        .containsExactly("/data/terasort/gen", "/data/terasort/sort", "/data/terasort/validate");
    assertThat(chain.inOrder().stream().flatMap(job -> job.writes().stream()).map(chain::readers))
        .containsExactly(1, 1, 0);
  }

  @Test
  void variablesAreFilledIn() throws IOException {
    Chain chain = Chain.read(Home.find(), "hdfs://localhost:8020", 5000);
    assertThat(chain.action(chain.inOrder().get(0)).arguments())
        .containsExactly("5000", "hdfs://localhost:8020/data/terasort/gen");
  }

  @Test
  void unknownVariableIsNamed() {
    assertThatThrownBy(() -> read("<java><main-class>M</main-class><arg>${nope}</arg></java>"))
        .hasMessageContaining("nope");
  }

  @Test
  void otherActionsAreRefused() {
    assertThatThrownBy(() -> read("<shell/>")).hasMessageContaining("'a' is no java action");
  }

  @Test
  void documentTypesAreRefused() throws IOException {
    Path file = directory.resolve("workflow.xml");
    Files.writeString(file, "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>");
    assertThatThrownBy(() -> JavaActions.read(file, Map.of()))
        .isInstanceOf(DemoException.class)
        .hasMessageContaining("DOCTYPE");
  }

  private void read(String action) throws IOException {
    Path file = directory.resolve("workflow.xml");
    Files.writeString(
        file, "<workflow-app><action name=\"a\">" + action + "</action></workflow-app>");
    JavaActions.read(file, Map.of());
  }
}
