/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import java.util.Map;

/**
 * A machine that has all nodes of a cluster in it.
 *
 * @param cores that all tasks share
 * @param blockBytes of HDFS's blocks
 * @param dirtyBytes that may wait to be written back to a volume before its writers wait
 * @param writtenBackMib MiB/s of a disk that is written back to, several files in turn
 * @param containerSeconds of a core that the start of a container takes
 * @param startSeconds of each job, by its name, from its submission until its first container
 *     starts and from its last task to its end; nothing for those that are not named
 * @param beside what runs beside a job, by its name
 */
public record MachineSpec(
    int cores,
    long blockBytes,
    long dirtyBytes,
    double writtenBackMib,
    double containerSeconds,
    Map<String, Double> startSeconds,
    Map<String, Beside> beside) {
  /** Copies the maps; the record is immutable. */
  public MachineSpec {
    startSeconds = Map.copyOf(startSeconds);
    beside = Map.copyOf(beside);
  }

  /**
   * Streams that go on for as long as a job runs.
   *
   * @param text dataset that readers read, a file each, again and again
   * @param readers how many read
   * @param writers how many write
   * @param fileBytes that a writer writes before it begins anew
   * @param bytesPerSecond of a stream at the most
   */
  public record Beside(
      String text, int readers, int writers, long fileBytes, double bytesPerSecond) {}
}
