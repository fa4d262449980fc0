/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.Tierline;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.coord.JointPlan;
import io.tierline.ldm.oozie.coord.PlanFile;
import io.tierline.ldm.oozie.coord.PlanWindow;
import io.tierline.ldm.oozie.coord.Times;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanBenchTest {
  @TempDir private Path directory;

  @Test
  void theMonthIsPlannedWithoutAnythingLeftOpen() {
    List<PlanFile> files =
        Pipelines.of(3 * Pipelines.GROUP).entrySet().stream()
            .map(
                file ->
                    new PlanFile(
                        file.getKey(),
                        file.getValue().getBytes(StandardCharsets.UTF_8),
                        AppFiles.none()))
            .toList();
    PlanWindow window =
        new PlanWindow(
            Times.parse(Pipelines.FROM).orElseThrow(), Times.parse(Pipelines.UNTIL).orElseThrow());
    JointPlan plan = JointPlan.of(files, Map.of(), window);
    // The month ends with an hour that the next month's archive reads.
    assertThat(plan.findings())
        .hasSize(3)
        .allMatch(finding -> finding.why().contains("after the time that is planned for"));
    assertThat(plan.clashes()).isEmpty();
    // 8 coordinators of every hour, 4 of every day and 3 of every month.
    assertThat(plan.workflows()).hasSize(8 * 745 + 4 * 32 + 3 * 2);
    Vertex hour = plan.blocks().vertex(DatasetPath.of("/data/hours-1/2026/03/10/05")).orElseThrow();
    // Not before the newest hour that the reader needs is there: four jobs of ten minutes make one.
    assertThat(hour.uses().stream().map(Times::format))
        .containsExactly("2026-03-10T05:40Z", "2026-03-11T00:40Z", "2026-04-01T00:40Z");
  }

  private int bench(String script, String... arguments) throws IOException {
    Path command = Files.writeString(directory.resolve("tierline"), "#!/bin/sh\n" + script + "\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return Tierline.run(
        console -> new PlanBench(console, directory.toString()), out, out, arguments);
  }

  @Test
  void figuresAreOfEveryRunAndNothingStays() throws IOException {
    Path figures = directory.resolve("figures.json");
    Path work = directory.resolve("work");
    String writes = "while [ \"$1\" != --json ]; do shift; done; echo some > \"$2\"";
    int code =
        bench(writes, "--coordinators=5", "--repeats=2", "--json=" + figures, "--dir=" + work);
    assertThat(code).isZero();
    assertThat(figures).content().contains("\"repeat\" : 2", "median", "\"bytes_written\" : 5");
    try (Stream<Path> left = Files.list(work)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aFailureOfThePlanFailsTheBench() throws IOException {
    assertThat(bench("exit 3", "--coordinators=5", "--dir=" + directory)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--coordinators=7", "--coordinators=0", "--repeats=0", "--what"})
  void wrongOptionsAreRefused(String option) throws IOException {
    assertThat(bench("true", option)).isEqualTo(2);
  }

  @Test
  void timeOfChildrenIsReadBehindTheName() {
    String fields = " S 1 1 1 0 -1 0 5 6 7 8 9 10 150 50 20 0 3";
    assertThat(ChildTime.seconds("12 (a) b)" + fields)).isEqualTo(2);
  }
}
