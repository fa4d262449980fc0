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
  void aKillAtSomeStepsKeepsWhatWasAcknowledged() throws IOException {
    sweep(FaultyTable.descriptor(), new KillSweep.Depth(false, 4, 1), 1);
  }

  /** {@code -Drlsm.seeds=N} sweeps so many tables, {@code -Drlsm.ways=4} in every way. */
  @Test
  @Tag("integration")
  void aKillAtEveryStepKeepsWhatWasAcknowledged() throws IOException {
    long first = Long.getLong("rlsm.seed", 100);
    int ways = Integer.getInteger("rlsm.ways", 1);
    for (long seed = first; seed < first + Integer.getInteger("rlsm.seeds", 1); seed++) {
      sweep(FaultyTable.descriptor(), new KillSweep.Depth(true, 1, ways), seed);
    }
  }

  @Test
  @Tag("integration")
  void aKillKeepsWhatWasAcknowledgedAlsoWhereFilesAreTracked() throws IOException {
    TableDescriptor tracked =
        TableDescriptorBuilder.newBuilder(FaultyTable.descriptor())
            .setValue("hbase.store.file-tracker.impl", "FILE")
            .build();
    sweep(tracked, new KillSweep.Depth(false, 2, 1), 200);
  }

  private void sweep(TableDescriptor table, KillSweep.Depth depth, long seed) throws IOException {
    KillSweep sweep = new KillSweep(scratch, table, depth);
    sweep.run(seed);
    System.out.println("seed " + seed + ": " + sweep.checked() + " states, " + sweep.seen());
    assertThat(sweep.seen()).containsOnlyKeys(sweep.situations());
  }
}
