/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tierline.benchmarks.cluster.logged.DemoLog.Scene;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static final Fitted TRUE = new Fitted(2.5, 4.5, 1.3, 21);
  private static final int SEEDS = 4;
  private static final double MIB = 1 << 20;

  /** Means of what the simulator says by itself. */
  private static Map<String, Double> said(Scene scene, String contender, Fitted with) {
    Map<String, Double> means = new LinkedHashMap<>();
    DemoLog sizes = DemoLog.parsed(new LogText().toString().getBytes(UTF_8));
    for (int i = 0; i < SEEDS; i++) {
      DemoChain.run(
              sizes,
              scene,
              with,
              DemoChain.maker(contender, Map.of("teragen", 1.0, "terasort", 1.0)),
              100 + i)
          .forEach((job, took) -> means.merge(job, took / SEEDS, Double::sum));
    }
    return means;
  }

  private static Calibration calibrated() {
    LogText log = new LogText();
    double waited = said(Scene.ALONE, "stock", TRUE).get("teravalidate") - 4.5 - 1.3;
    log.chain("alone", "stock", said(Scene.ALONE, "stock", TRUE), waited);
    for (Scene scene : Scene.values()) {
      String name = scene == Scene.ALONE ? "alone" : "beside";
      for (String contender : List.of("one_ssd", "ldm")) {
        log.chain(name, contender, said(scene, contender, TRUE), 0)
            .dataset(name, contender, "gen", 10, 10)
            .dataset(name, contender, "sort", 10, 10);
      }
    }
    return new Calibration(DemoLog.parsed(log.toString().getBytes(UTF_8)), 1, SEEDS);
  }

  /** A machine that the simulator describes without an error is found by the chain of stock. */
  @Test
  void machineOfTheSimulatorsOwnIsFound() {
    Calibration calibration = calibrated();
    Map<String, Double> fitted = calibration.fitted();
    assertThat(fitted.get("disk_mib_per_second")).isCloseTo(21, within(1.5));
    assertThat(fitted.get("start_of_job_seconds")).isCloseTo(4.5, within(0.7));
    assertThat(fitted.get("container_core_seconds")).isCloseTo(1.3, within(0.3));
    assertThat(calibration.lines())
        .filteredOn(line -> line.job().equals("chain"))
        .hasSize(5)
        .allSatisfy(line -> assertThat(line.error()).isCloseTo(0, within(0.2)))
        .extracting(Calibration.Line::isFitted)
        .containsExactly(true, false, false, false, false);
  }

  @Test
  void linesAreOfJobsAndTheirSum() {
    assertThat(calibrated().lines().subList(4, 8))
        .extracting(Calibration.Line::scene, Calibration.Line::contender, Calibration.Line::job)
        .containsExactly(
            tuple("alone", "one_ssd", "teragen"),
            tuple("alone", "one_ssd", "terasort"),
            tuple("alone", "one_ssd", "teravalidate"),
            tuple("alone", "one_ssd", "chain"));
  }

  /** What is on SSDs is not waited for, and a disk of half the speed doubles the waiting. */
  @Test
  void whatDisksTakeIsWhatReadersWaitFor() {
    Fitted slow = new Fitted(2.5, 4.5, 1.3, 10.5);
    double stock = said(Scene.ALONE, "stock", TRUE).get("teravalidate");
    double mib = LogText.ROWS * 100 / MIB;
    assertThat(stock - said(Scene.ALONE, "ldm", TRUE).get("teravalidate"))
        .isCloseTo(mib / 21, within(1.0));
    assertThat(said(Scene.ALONE, "stock", slow).get("teravalidate") - stock)
        .isCloseTo(mib / 21, within(1.0));
  }

  /** Other jobs take disks, and end with the chain's job. */
  @Test
  void othersBesideMakeReadersOfDisksWait() {
    Map<String, Double> cache = said(Scene.BESIDE, "read_cache", TRUE);
    Map<String, Double> ldm = said(Scene.BESIDE, "ldm", TRUE);
    assertThat(cache.get("teravalidate")).isGreaterThan(1.5 * ldm.get("teravalidate"));
    assertThat(ldm.get("teravalidate")).isLessThan(20);
  }
}
