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

import io.tierline.ldm.namenode.namespace.OwnersOfPaths;
import io.tierline.ldm.namenode.policy.NameNodeNamespace;
import io.tierline.ldm.registry.Standing.Place;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user may name as an output of his: paths of thousands of names, of which none is there. He
 * may hold the lock of all others for no longer than with short ones.
 */
@Tag("integration")
class DeepPathsTest {
  private static final int PATHS = 100;

  /** As deep as the longest path that is read may be. */
  private static final String DEEP = "/a".repeat(3_900);

  @TempDir private Path directory;

  @Test
  void deepPathsAreLookedUpInLittleTime() throws Exception {
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(new HdfsConfiguration(), directory.toFile())
            .numDataNodes(0)
            .build()) {
      cluster.waitActive();
      NameNode nameNode = cluster.getNameNode();
      var files = cluster.getFileSystem();
      org.apache.hadoop.fs.Path bobs = new org.apache.hadoop.fs.Path("/user/bob");
      files.mkdirs(bobs);
      files.setOwner(bobs, "bob", "bob");
      List<String> paths =
          IntStream.range(0, PATHS).mapToObj(i -> "/user/bob/" + i + DEEP).toList();
      NameNodeNamespace namespace = new NameNodeNamespace(nameNode, false);
      long start = processorNanos();
      List<Place> places = new OwnersOfPaths(nameNode).apply(paths);
      assertThat(limited(namespace, paths)).isZero();
      assertThat(processorNanos() - start).isLessThan(TimeUnit.SECONDS.toNanos(2));
      assertThat(places).hasSize(PATHS).containsOnly(new Place("", "bob"));
      files.setQuotaByStorageType(bobs, StorageType.SSD, 1 << 20);
      assertThat(limited(namespace, paths)).isEqualTo(PATHS);
      assertThat(namespace.limitsSsd("/user/ann/x")).isFalse();
    }
  }

  private static long limited(NameNodeNamespace namespace, List<String> paths) throws IOException {
    long limited = 0;
    for (String path : paths) {
      limited += namespace.limitsSsd(path) ? 1 : 0;
    }
    return limited;
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
