/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.testing.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs the six jobs of the source on an embedded cluster of one DataNode, one at a time, and calls
 * a command before and after each, which records the block I/O. The cluster's files lie in {@code
 * java.io.tmpdir}: let that be a file system of its own, so that nobody else's I/O is recorded.
 *
 * <p>{@code bid-agent/src/test/native/data/recorded/record-hadoop-jobs.sh} does all of it.
 */
@Command(name = "RecordHadoopJobs", mixinStandardHelpOptions = true)
public final class RecordHadoopJobs implements Callable<Integer> {
  private static final int BLOCK_MIB = 64;
  private static final int NODE_MIB = 512 * (HadoopJob.MAPS + 1);

  @Option(
      names = "--around",
      required = true,
      paramLabel = "COMMAND",
      description = "Called as COMMAND before JOB and COMMAND after JOB; must succeed.")
  private String around;

  @Option(
      names = "--mib",
      paramLabel = "N",
      defaultValue = "512",
      description = "Input of a job, MiB (default: ${DEFAULT-VALUE}).")
  private long mib;

  @Override
  public Integer call() throws Exception {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .racks("/rack1")
            .storages(StorageType.DISK)
            .capacities(32L << 30)
            .replication(1)
            .blockSize((long) BLOCK_MIB << 20)
            .yarn(1)
            .configure(RecordHadoopJobs::configure)
            .start()) {
      for (HadoopJob job : HadoopJob.values()) {
        call("before", job);
        job.run(cluster.configuration(), mib << 20);
        call("after", job);
      }
    }
    return 0;
  }

  /** Spills as on a busy node: the buffer holds less than a block's output. */
  private static void configure(Configuration conf) {
    conf.setInt(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, NODE_MIB);
    conf.setInt(MRJobConfig.IO_SORT_MB, BLOCK_MIB / 4);
  }

  private void call(String when, HadoopJob job) throws IOException, InterruptedException {
    int status = new ProcessBuilder(around, when, job.key()).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException(around + " " + when + " " + job.key() + " ended with " + status);
    }
  }

  /** See the class. */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava")
  public static void main(String[] args) {
    // YARN leaves threads behind that are no daemons.
    System.exit(new CommandLine(new RecordHadoopJobs()).execute(args));
  }
}
