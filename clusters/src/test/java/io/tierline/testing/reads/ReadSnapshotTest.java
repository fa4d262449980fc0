/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.reads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class ReadSnapshotTest {
  private static final Reader MAP = new Reader(Reader.Kind.MAP, "job_1_0001");
  private static final BlockRead FROM_SSD = new BlockRead(StorageType.SSD, 7, MAP);
  private static final BlockRead FROM_DISK = new BlockRead(StorageType.DISK, 8, MAP);

  @Test
  void differenceLeavesOutWhatDidNotGrow() {
    ReadSnapshot before = new ReadSnapshot(Map.of(FROM_SSD, 10L, FROM_DISK, 5L));
    ReadSnapshot after = new ReadSnapshot(Map.of(FROM_SSD, 10L, FROM_DISK, 12L));
    assertThat(after.since(before).bytes()).containsExactly(Map.entry(FROM_DISK, 7L));
  }

  @Test
  void sumsWhatIsWanted() {
    ReadSnapshot reads = new ReadSnapshot(Map.of(FROM_SSD, 10L, FROM_DISK, 5L));
    assertThat(reads.total(read -> true)).isEqualTo(15);
    assertThat(reads.perTier(read -> read.blockId() == 8))
        .containsExactly(Map.entry(StorageType.DISK, 5L));
  }
}
