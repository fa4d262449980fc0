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

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Datasets that their users replicate in ways that a chain knows nothing of. */
@Tag("integration")
class AwkwardDatasetsTest {
  private static MigratingCluster cluster;
  private static DistributedFileSystem files;

  @BeforeAll
  static void start() throws Exception {
    cluster = MigratingCluster.start("auto", conf -> {});
    files = cluster.ldm().fileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void write(String path, int replication) throws IOException {
    int buffer = 4096;
    try (OutputStream out =
        files.create(new Path(path), true, buffer, (short) replication, LdmCluster.BLOCK)) {
      out.write(new byte[2 * LdmCluster.BLOCK]);
    }
  }

  private static int onSsd(String path) {
    try {
      return cluster.onSsd(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void fileWithMoreReplicasThanNodesLeavesTheFastTier() throws Exception {
    cluster.ldm().registerReaders("wide", "/wide/out", 1);
    write("/wide/out/part-0", 10);
    cluster.ldm().client().finished("wide", "reader0");
    LdmCluster.await("the way down", () -> onSsd("/wide/out") == 0);
    assertThat(cluster.isOn("/wide/out", 0, 4)).isTrue();
  }
}
