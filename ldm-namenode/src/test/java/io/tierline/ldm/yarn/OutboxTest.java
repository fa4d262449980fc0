/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.settings.YarnKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private final YarnMetrics metrics = YarnMetrics.create();
  private final List<String> sent = new ArrayList<>();
  private IOException trouble;
  private int tries;
  private long now;
  private final Outbox outbox =
      new Outbox(
          report -> {
            tries++;
            if (trouble != null) {
              throw trouble;
            }
            sent.add(report.application());
          },
          YarnSettings.from(conf()),
          metrics,
          () -> now);

  private static Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.setInt(YarnKeys.QUEUE.key(), 3);
    return conf;
  }

  private static ApplicationReport report(String id) {
    return new ApplicationReport(
        id, "u", "", "n", JobState.RUNNING, "", "", "", Set.of(), List.of("/a"), List.of(), 0);
  }

  @Test
  void reportsWaitInOrderWhileNoNameNodeTakesThemAndAreTriedEverLessOften() {
    trouble = new IOException("connection refused");
    outbox.add(report("a"));
    outbox.add(report("b"));
    for (now = 0; now < 300_000; now += 1_000) {
      outbox.flush();
    }
    assertThat(tries).isBetween(8, 20);
    assertThat(outbox.size()).isEqualTo(2);
    trouble = null;
    now += 30_000;
    outbox.flush();
    assertThat(sent).containsExactly("a", "b");
    assertThat(metrics.reportsSent.value()).isEqualTo(2);
  }

  @Test
  void reportsAreGivenUpAfterAWhileAndWhenTooManyWait() {
    trouble = new IOException("connection refused");
    for (String id : List.of("a", "b", "c", "d")) {
      outbox.add(report(id));
    }
    assertThat(outbox.size()).isEqualTo(3);
    outbox.flush();
    now += 601_000;
    outbox.flush();
    assertThat(outbox.size()).isZero();
    assertThat(metrics.reportsLost.value()).isEqualTo(4);
  }
}
