/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.plan.CompactionPlanner;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a store is idle. */
class LaidOutFilesTest {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;

  private final ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
  private LaidOutFiles files;

  @BeforeEach
  void open() {
    clock.setValue(MINUTE);
    EnvironmentEdgeManager.injectEdge(clock);
    open(new Configuration(false));
  }

  private void open(Configuration conf) {
    RlsmConf rlsm = RlsmConf.read(conf, ColumnFamilyDescriptorBuilder.of("f"), 1 << 20);
    files =
        new LaidOutFiles(
            conf,
            rlsm,
            new StorePlans(new CompactionPlanner(rlsm.planner())),
            new EngineStats("idle"),
            true);
  }

  @AfterEach
  void resetClock() {
    EnvironmentEdgeManager.reset();
  }

  private void flushes(int flushes, long pause) {
    for (int i = 0; i < flushes; i++) {
      clock.incValue(pause);
      files.insertNewFiles(List.of());
    }
  }

  @Test
  void aStoreThatIsWrittenToFastIsIdleAfterTenSeconds() {
    flushes(9, SECOND);
    clock.incValue(10 * SECOND - 1);
    assertThat(files.isIdle()).isFalse();
    assertThat(files.hasJustGrown()).isTrue();
    clock.incValue(1);
    assertThat(files.isIdle()).isTrue();
    assertThat(files.hasJustGrown()).isFalse();
  }

  /** Else all would be folded after each of its flushes. */
  @Test
  void aStoreThatIsWrittenToSlowlyIsIdleWhenItsNextFlushIsOverdue() {
    flushes(9, MINUTE);
    clock.incValue(3 * MINUTE - 1);
    assertThat(files.isIdle()).isFalse();
    assertThat(files.hasJustGrown()).as("what reads have paid for is done").isFalse();
    clock.incValue(1);
    assertThat(files.isIdle()).isTrue();
    flushes(5, SECOND);
    clock.incValue(10 * SECOND);
    assertThat(files.isIdle()).as("written to fast again").isTrue();
  }

  /** Else one that was fed every hour would be left as it is for three when that has ended. */
  @Test
  void aStoreThatIsFedEveryHourIsIdleAfterTenMinutes() {
    flushes(9, 60 * MINUTE);
    clock.incValue(10 * MINUTE - 1);
    assertThat(files.isIdle()).isFalse();
    clock.incValue(1);
    assertThat(files.isIdle()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "10s", "1h"})
  void whatTheOperatorSaysHolds(String idle) {
    Configuration conf = new Configuration(false);
    conf.set(RlsmKeys.IDLE_MILLIS.key(), idle);
    open(conf);
    flushes(9, MINUTE);
    long millis = RlsmKeys.IDLE_MILLIS.parse(idle).toMillis();
    clock.incValue(millis - 1);
    assertThat(files.isIdle()).isFalse();
    clock.incValue(1);
    assertThat(files.isIdle()).isTrue();
  }
}
