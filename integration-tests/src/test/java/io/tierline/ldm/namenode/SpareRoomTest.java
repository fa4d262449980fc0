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
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Room that nothing to come will want, in a NameNode that looks ahead. */
class SpareRoomTest {
  private static long onSsd(LdmCluster cluster, String path) throws Exception {
    return cluster.census(path).blocks().get(0).on(StorageType.SSD);
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void furtherFastReplicasSpareDisksTheWritingAndChangeNoPolicy() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            builder ->
                builder.configure(
                    conf -> {
                      conf.set(PlacementKeys.VALUE_MODEL.key(), "work");
                      conf.set(PlacementKeys.TABLE_INTERVAL.key(), "50ms");
                    }))) {
      cluster.registerReaders("w", "/out", 1);
      cluster.write("/out/0", 1);
      assertThat(onSsd(cluster, "/out/0")).isEqualTo(1);
      // Until it has looked at what lies there; then all three of a block have room.
      int file = 0;
      do {
        file++;
        cluster.write("/out/" + file, 1);
      } while (onSsd(cluster, "/out/" + file) < 3);
      LdmCluster.await("LDM's storage policy", () -> cluster.policy("/out").equals("ONE_SSD"));
    }
  }
}
