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

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where new blocks go, for every replication and number of racks. */
@Tag("integration")
class PlacementByLineageTest {
  private static final String ATTEMPT = "/_temporary/0/_temporary/attempt_1_0001_m_000000_0/";

  @ParameterizedTest(name = "replication {0}, racks {1}")
  @CsvSource({"1,1", "1,2", "2,1", "2,2", "3,1", "3,2"})
  void blocksLieWhereTheirReadersWantThem(int replication, int racks) throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(b -> b.dataNodes(4, racks).replication(replication))) {
      for (int readers = 0; readers <= 4; readers++) {
        String path = "/chain/read-by-" + readers;
        cluster.registerReaders("w" + readers, path, readers);
        cluster.write(path + ATTEMPT + "part-m-0", 3);
        cluster
            .fileSystem()
            .rename(new Path(path + ATTEMPT + "part-m-0"), new Path(path + "/part-m-0"));
        int fast = Math.min(readers, replication);
        cluster.assertReplicas(path, fast, replication - fast);
      }
      cluster.write("/unmanaged/file", 3);
      cluster.assertReplicas("/unmanaged", 0, replication);
      cluster.assertClean("/");
      assertThat(cluster.metrics().fastReplicasMissed.value()).isZero();
      assertThat(cluster.metrics().fallbacksException.value()).isZero();
      assertThat(cluster.metrics().decisionsFast.value()).isEqualTo(4 * 3);
      assertThat(cluster.metrics().decisionsStock.value()).isEqualTo(3);
    }
  }
}
