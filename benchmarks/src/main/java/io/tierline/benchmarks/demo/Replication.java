/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.testing.cluster.ReplicaCensus;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Lets the NameNode catch up: DataNodes report new replicas shortly after they are complete. */
final class Replication {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private Replication() {}

  /** The census once every block has that many replicas, or as it is after a minute. */
  static ReplicaCensus await(DistributedFileSystem fileSystem, Path path, int replicas)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    ReplicaCensus census = ReplicaCensus.of(fileSystem, path);
    while (System.nanoTime() - deadline < 0
        && census.blocks().stream().anyMatch(block -> block.replicas().size() != replicas)) {
      LockSupport.parkNanos(PAUSE_NANOS);
      census = ReplicaCensus.of(fileSystem, path);
    }
    return census;
  }
}
