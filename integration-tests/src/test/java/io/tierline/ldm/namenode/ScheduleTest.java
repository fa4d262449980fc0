/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A script of uses that come nearer one after the other. */
@Tag("integration")
class ScheduleTest {
  private static final int DATASETS = 20;
  private static final int FIRST_SECONDS = 25;
  private static final double SHARE_IN_TIME = 0.95;

  @Test
  void blocksAreUpBeforeTheirUse() throws Exception {
    try (MigratingCluster cluster =
        MigratingCluster.start("auto", c -> c.set(LdmKeys.MIGRATION_HORIZON_KEY, "15s"))) {
      for (int i = 0; i < DATASETS; i++) {
        cluster.write(path(i) + "/part-0", 2);
      }
      Instant begin = Instant.now();
      Map<Integer, Instant> starts = new HashMap<>();
      for (int i = 0; i < DATASETS; i++) {
        starts.put(i, begin.plusSeconds(FIRST_SECONDS + i));
        register(cluster, i, starts.get(i));
      }
      assertThat(cluster.isOn(path(DATASETS - 1), 0, 3)).as("far uses can wait").isTrue();
      Map<Integer, Instant> ups = new HashMap<>();
      LdmCluster.await(
          "all promotions",
          () -> {
            for (int i = 0; i < DATASETS; i++) {
              if (!ups.containsKey(i) && cluster.isOn(path(i), 1, 2)) {
                ups.put(i, Instant.now());
              }
            }
            return ups.size() == DATASETS;
          });
      long inTime = ups.keySet().stream().filter(i -> ups.get(i).isBefore(starts.get(i))).count();
      assertThat((double) inTime / DATASETS).isGreaterThanOrEqualTo(SHARE_IN_TIME);
    }
  }

  private static String path(int dataset) {
    return "/schedule/" + dataset;
  }

  private static void register(MigratingCluster cluster, int dataset, Instant start)
      throws Exception {
    DatasetPath path = DatasetPath.of(path(dataset));
    Workflow workflow =
        Workflow.of(
            "w" + dataset,
            "w" + dataset,
            List.of(
                Job.named("make", "job").writes(path).build(),
                Job.named("use", "job").after("make").reads(path).start(start).build()),
            List.of());
    cluster.ldm().service().register(workflow, "test");
    cluster.ldm().service().finish("w" + dataset, "make");
  }
}
