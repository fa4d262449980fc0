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

import io.tierline.testing.reads.BlockRead;
import io.tierline.testing.reads.ReadSnapshot;
import io.tierline.testing.reads.Reader;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class JobRunTest {
  private static final Reader MAP = new Reader(Reader.Kind.MAP, "job_1_0001");
  private static final Reader CLIENT = new Reader(Reader.Kind.CLIENT, "");

  @Test
  void onlyMapTasksOnInputBlocksReadInput() {
    ReadSnapshot reads =
        new ReadSnapshot(
            Map.of(
                new BlockRead(StorageType.SSD, 1, MAP), 90L,
                new BlockRead(StorageType.DISK, 2, MAP), 10L,
                new BlockRead(StorageType.SSD, 1, CLIENT), 5L,
                new BlockRead(StorageType.DISK, 99, MAP), 7L));
    JobRun run = JobRun.of(SampleRuns.READER, 1, JobTime.UNKNOWN, reads, Set.of(1L, 2L), true);
    assertThat(run.inputBytes()).isEqualTo(Map.of(StorageType.SSD, 90L, StorageType.DISK, 10L));
    assertThat(run.otherBytes()).isEqualTo(Map.of(StorageType.SSD, 5L, StorageType.DISK, 7L));
    assertThat(run.ssdReadFraction()).isEqualTo(0.9);
  }

  @Test
  void jobWithoutInputHasNoShare() {
    JobRun run =
        JobRun.of(
            SampleRuns.WRITER, 1, JobTime.UNKNOWN, new ReadSnapshot(Map.of()), Set.of(), true);
    assertThat(run.ssdReadFraction()).isNaN();
  }
}
