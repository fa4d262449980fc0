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

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A region server that is killed loses no acknowledged cell and resurrects none. */
class KilledServerTest {

  @TempDir(factory = InMemory.class)
  private Path scratch;

  @BeforeEach
  void installClock() {
    FaultyTable.installClock();
  }

  @AfterEach
  void resetClock() {
    EnvironmentEdgeManager.reset();
  }

  @Test
  void aKillAtAnyStepKeepsWhatWasAcknowledged() throws IOException {
    sweep(FaultyTable.descriptor(), 1, false, 1, 1);
  }

  @Test
  @Tag("integration")
  void aKillAtEveryStepKeepsWhatWasAcknowledged() throws IOException {
    sweep(FaultyTable.descriptor(), 1, true, 100, 2);
  }

  @Test
  @Tag("integration")
  void aKillAtEveryStepKeepsWhatWasAcknowledgedWithTrackedFiles() throws IOException {
    TableDescriptor tracked =
        TableDescriptorBuilder.newBuilder(FaultyTable.descriptor())
            .setValue("hbase.store.file-tracker.impl", "FILE")
            .build();
    sweep(tracked, 1, false, 200, 1);
  }

  private void sweep(
      TableDescriptor table, int each, boolean thorough, long firstSeed, int seeds)
      throws IOException {
    for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
      KillSweep sweep = new KillSweep(scratch, table, each, thorough);
      sweep.run(seed);
      System.out.println(
          "seed " + seed + ": " + sweep.checked() + " images, " + sweep.seen());
      assertThat(sweep.seen()).containsOnlyKeys(KillSweep.Situation.values());
    }
  }
}
