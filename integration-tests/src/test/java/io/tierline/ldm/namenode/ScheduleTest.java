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

import io.tierline.ldm.settings.MigrationKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A script of uses, told and changed as a user does it, that come nearer in bursts. */
@Tag("integration")
class ScheduleTest {
  private static final int DATASETS = 40;
  private static final int AT_ONCE = 8;
  private static final Duration FIRST = Duration.ofSeconds(40);
  private static final Duration BETWEEN = Duration.ofSeconds(3);
  private static final double SHARE_IN_TIME = 0.95;

  private static MigratingCluster cluster;
  private final Map<Integer, Instant> starts = new HashMap<>();
  private final Map<Integer, Instant> ups = new HashMap<>();
  private final Set<Integer> ended = new HashSet<>();

  @BeforeAll
  static void start() throws Exception {
    cluster = MigratingCluster.start("auto", c -> c.set(MigrationKeys.HORIZON.key(), "30s"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void blocksAreUpBeforeTheirUseAndLeaveAfterIt() throws Exception {
    for (int i = 0; i < DATASETS; i++) {
      cluster.write(path(i) + "/part-0", 1);
      tell(i, Instant.now().plus(Duration.ofHours(1)));
    }
    assertThat(cluster.isOn(path(0), 0, 3)).as("far uses can wait").isTrue();
    Instant first = Instant.now().plus(FIRST);
    for (int i = 0; i < DATASETS; i++) {
      tell(i, first.plus(BETWEEN.multipliedBy(i / AT_ONCE)));
    }
    LdmCluster.await("all promotions, and all uses", this::look);
    long inTime = ups.keySet().stream().filter(i -> ups.get(i).isBefore(starts.get(i))).count();
    assertThat((double) inTime / DATASETS)
        .as("%s of %s", ups, starts)
        .isGreaterThanOrEqualTo(SHARE_IN_TIME);
    for (int i = 0; i < DATASETS; i++) {
      cluster.awaitOn(path(i), 0, 3);
    }
  }

  /** Notes what has come up and ends the readers whose time has come. */
  private boolean look() {
    for (int i = 0; i < DATASETS; i++) {
      if (!ups.containsKey(i) && cluster.isOn(path(i), 1, 2)) {
        ups.put(i, Instant.now());
      }
      if (ups.containsKey(i) && !ended.contains(i) && Instant.now().isAfter(starts.get(i))) {
        end(i);
      }
    }
    return ended.size() == DATASETS;
  }

  private void end(int dataset) {
    try {
      cluster.ldm().client().finished("w" + dataset, "use");
      ended.add(dataset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String path(int dataset) {
    return "/schedule/" + dataset;
  }

  private void tell(int dataset, Instant start) throws IOException {
    cluster
        .ldm()
        .register(
            """
            {"id": "w%d", "jobs": [
              {"name": "make", "writes": ["%s"]},
              {"name": "use", "after": ["make"], "reads": ["%s"], "start": "%s"}]}
            """
                .formatted(dataset, path(dataset), path(dataset), start));
    cluster.ldm().client().finished("w" + dataset, "make");
    starts.put(dataset, start);
  }
}
