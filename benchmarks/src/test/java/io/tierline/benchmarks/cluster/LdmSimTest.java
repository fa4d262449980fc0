/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LdmSimTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private int sim(String... arguments) {
    PrintStream out = new PrintStream(said, true, UTF_8);
    return Tierline.run(LdmSim::new, out, out, arguments);
  }

  @Test
  void tableAndFiguresAreOfEachContenderAndSeed() throws IOException {
    Path json = directory.resolve("figures.json");
    int code =
        sim(
            "--nodes=4",
            "--nodes-per-rack=2",
            "--slots=4",
            "--tera-gb=4",
            "--text-gb=1",
            "--random-gb=1",
            "--disk-gb=10",
            "--repeats=2",
            "--contenders=ldm",
            "--report=" + directory.resolve("page"),
            "--json=" + json);
    assertThat(code).as(said.toString(UTF_8)).isZero();
    assertThat(said.toString(UTF_8)).contains("workload-1", "workload-2", "stock", "ldm", " to ");
    assertThat(json)
        .content()
        .contains("\"seed\" : 2", "\"load\" : \"workload-2\"", "\"tera_gb\" : 4.0", "teravalidate")
        .doesNotContain("one-ssd");
    assertThat(directory.resolve("page/index.html"))
        .content()
        .contains("2 seeds", "<option>workload-2</option>", "\"chain_saved\":[", "teravalidate");
  }

  @Test
  void smallChainsHaveNoOthers() {
    int code =
        sim("--load=small-chains", "--chains=5", "--repeats=1", "--contenders=stock,one-ssd");
    assertThat(code).isZero();
    assertThat(said.toString(UTF_8)).contains("small-chains", "one-ssd");
  }

  /** A mean of all runs of a coordinator, not a bar for each. */
  @Test
  void pageHasCoordinatorsNotTheirRuns() throws IOException {
    int code =
        sim(
            "--load=hot,month",
            "--days=1",
            "--hour-gb=1",
            "--hot-gb=1",
            "--nodes=4",
            "--nodes-per-rack=2",
            "--slots=4",
            "--disk-gb=10",
            "--repeats=1",
            "--contenders=ldm-auto,clairvoyant",
            "--report=" + directory);
    assertThat(code).as(said.toString(UTF_8)).isZero();
    assertThat(directory.resolve("index.html"))
        .content()
        .contains("\"day-sessions\":", "\"read-7-5\":")
        .doesNotContain("\"day-sessions@");
  }

  @Test
  void refusesClustersThatCannotHoldReplicas() {
    assertThat(sim("--nodes=5", "--nodes-per-rack=4")).isEqualTo(2);
    assertThat(said.toString(UTF_8)).contains("each rack needs two nodes or more");
    assertThat(sim("--nodes=2")).isEqualTo(2);
    assertThat(sim("--contenders=nobody")).isEqualTo(2);
    assertThat(sim("--tera-gb=0")).isEqualTo(2);
  }

  @Test
  void isHeldAgainstLogsOfTheDemo() throws IOException {
    Path log = directory.resolve("demo.json");
    StringBuilder results = new StringBuilder();
    for (String job : new String[] {"teragen", "terasort", "teravalidate"}) {
      results
          .append(results.isEmpty() ? "" : ",")
          .append(
              """
              {"scene": "alone", "contender": "stock", "job": "%s", "seconds": 15,
               "seconds_waiting_for_devices": 6}
              """
                  .formatted(job));
    }
    Files.writeString(
        log,
        """
        {"command": "demo", "machine": {"cores": 2},
         "parameters": {"rows": 1500000, "rows_beside": 750000, "block_bytes": 15728640,
           "devices": "emulated: hdd-16t and ssd-nvme at 0.125 of their speed"},
         "results": [%s]}
        """
            .formatted(results));
    Path json = directory.resolve("held.json");
    assertThat(sim("--logged=" + log, "--repeats=2", "--json=" + json))
        .as(said.toString(UTF_8))
        .isZero();
    assertThat(said.toString(UTF_8)).contains("measured, s", "teravalidate", "chain", "fitted");
    assertThat(json).content().contains("\"disk_mib_per_second\"", "\"measured_seconds\"");
    Files.writeString(log, "{}");
    assertThat(sim("--logged=" + log)).isEqualTo(1);
    assertThat(said.toString(UTF_8)).contains("no figures of the demo");
  }
}
