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

import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.testing.reads.ReadCounters;
import io.tierline.testing.reads.ReadSnapshot;
import java.io.InputStream;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who serves a read. */
@Tag("integration")
class ReadOrderTest {
  private static final String OUT = "/chain/out";
  private static final int BLOCKS = 20;

  private static Map<StorageType, Long> readFrom(boolean byRating, String rackMibps)
      throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf -> {
                      conf.setBoolean(PlacementKeys.READS_BY_RATING.key(), byRating);
                      conf.set(PlacementKeys.RACK_MIBPS.key(), rackMibps);
                      conf.set(PlacementKeys.CORE_MIBPS.key(), rackMibps);
                    }))) {
      cluster.registerReaders("chain", OUT, 1);
      cluster.write(OUT + "/part-0", BLOCKS);
      cluster.assertReplicas(OUT, 1, 2);
      ReadSnapshot before = ReadCounters.snapshot();
      try (InputStream in = cluster.fileSystem().open(new Path(OUT, "part-0"))) {
        in.readAllBytes();
      }
      return ReadCounters.snapshot().since(before).perTier(read -> true);
    }
  }

  @Test
  void everyByteComesFromTheFastReplica() throws Exception {
    assertThat(readFrom(true, "1192"))
        .containsExactly(Map.entry(StorageType.SSD, (long) BLOCKS * LdmCluster.BLOCK));
  }

  @Test
  void switchedOffTheOrderIsStock() throws Exception {
    assertThat(readFrom(false, "1192").get(StorageType.DISK)).isPositive();
  }

  @Test
  void onASlowNetworkALocalDiskBeatsARemoteSsd() throws Exception {
    // Every reader of a mini cluster is local to some DataNode, which has a DISK replica of many.
    assertThat(readFrom(true, "20").get(StorageType.DISK)).isPositive();
  }
}
