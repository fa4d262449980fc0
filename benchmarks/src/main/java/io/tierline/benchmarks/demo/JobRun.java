/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.ldm.lineage.Job;
import io.tierline.testing.reads.BlockRead;
import io.tierline.testing.reads.ReadSnapshot;
import io.tierline.testing.reads.Reader;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;

/**
 * One job of one run.
 *
 * @param job its lineage
 * @param seconds from submission to completion, including the start of its containers
 * @param time where these went
 * @param inputBytes bytes per tier that its map tasks read from its input datasets
 * @param otherBytes bytes per tier of all other reads while it ran: job files, samples of the input
 *     taken at submission, re-replication
 * @param fsckClean whether fsck found nothing wrong with the chain's files when it had ended
 */
record JobRun(
    Job job,
    double seconds,
    JobTime time,
    Map<StorageType, Long> inputBytes,
    Map<StorageType, Long> otherBytes,
    boolean fsckClean) {
  JobRun {
    inputBytes = Map.copyOf(inputBytes);
    otherBytes = Map.copyOf(otherBytes);
  }

  /** Divides what was read while a job ran. */
  static JobRun of(
      Job job,
      double seconds,
      JobTime time,
      ReadSnapshot reads,
      Set<Long> inputBlocks,
      boolean fsckClean) {
    Predicate<BlockRead> input =
        read -> read.reader().kind() == Reader.Kind.MAP && inputBlocks.contains(read.blockId());
    return new JobRun(
        job, seconds, time, reads.perTier(input), reads.perTier(input.negate()), fsckClean);
  }

  /** The job's name. */
  String name() {
    return job.name();
  }

  /** Bytes of map input that came from the tier. */
  long inputBytes(StorageType tier) {
    return inputBytes.getOrDefault(tier, 0L);
  }

  /** Other bytes that came from the tier. */
  long otherBytes(StorageType tier) {
    return otherBytes.getOrDefault(tier, 0L);
  }

  /** All bytes of map input. */
  long totalInputBytes() {
    return inputBytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The share of map input that came from SSD, 0 to 1; NaN for a job without input. */
  double ssdReadFraction() {
    return totalInputBytes() == 0
        ? Double.NaN
        : (double) inputBytes(StorageType.SSD) / totalInputBytes();
  }
}
