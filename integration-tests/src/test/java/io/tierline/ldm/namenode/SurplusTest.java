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

import io.tierline.ldm.json.LineageDocument;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas that are too many, where the racks keep the one that the policy does not want. */
@Tag("integration")
class SurplusTest {
  private static final String FILE = "/wide/out/part-0";
  private static final String READ_THRICE =
      """
      {"id": "wide", "jobs": [{"name": "make", "writes": ["/wide/out"]},
        {"name": "a", "after": ["make"], "reads": ["/wide/out"]},
        {"name": "b", "after": ["make"], "reads": ["/wide/out"]},
        {"name": "c", "after": ["make"], "reads": ["/wide/out"]}]}
      """;

  @TempDir private File directory;

  /** One node on the first rack, which has no SSD, and three on the second. */
  private MiniDFSCluster start() throws IOException {
    StorageType[] disks = {StorageType.DISK, StorageType.DISK};
    StorageType[] both = {StorageType.SSD, StorageType.DISK};
    Configuration conf = StateAssertions.configuration();
    conf.setInt("dfs.replication", 3);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    return new MiniDFSCluster.Builder(conf, directory)
        .numDataNodes(4)
        .racks(new String[] {"/r1", "/r2", "/r2", "/r2"})
        .storageTypes(new StorageType[][] {disks, both, both, both})
        .build();
  }

  @Test
  void replicaTooManyOfAManagedBlockGoesAndTheRacksStay() throws Exception {
    try (MiniDFSCluster cluster = start()) {
      cluster.waitActive();
      StateAssertions.awaitLoaded(cluster, 0);
      StateAssertions.client(cluster, 0).register(new LineageDocument(READ_THRICE).read(""));
      DistributedFileSystem hdfs = cluster.getFileSystem();
      try (OutputStream out = hdfs.create(new Path(FILE))) {
        out.write(new byte[LdmCluster.BLOCK]);
      }
      StateAssertions.awaitPolicy(hdfs, "/wide/out", "ALL_SSD");
      awaitReplicas(hdfs, 2, 1);
      hdfs.setReplication(new Path(FILE), (short) 4);
      awaitReplicas(hdfs, 3, 1);
      hdfs.setReplication(new Path(FILE), (short) 3);
      awaitReplicas(hdfs, 2, 1);
      assertThat(StateAssertions.service(cluster, 0).metrics().surplusOfOtherTypes.value())
          .isEqualTo(1);
    }
  }

  private static void awaitReplicas(DistributedFileSystem hdfs, int ssd, int disk)
      throws Exception {
    LdmCluster.await(
        ssd + " replicas on SSD and " + disk + " on DISK, on two racks",
        () -> {
          try {
            LocatedBlock block = hdfs.getClient().getLocatedBlocks(FILE, 0).get(0);
            var types = Arrays.asList(block.getStorageTypes());
            long racks =
                Arrays.stream(block.getLocations())
                    .map(node -> node.getNetworkLocation())
                    .distinct()
                    .count();
            return Collections.frequency(types, StorageType.SSD) == ssd
                && Collections.frequency(types, StorageType.DISK) == disk
                && racks == 2;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
