/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.testing.devices.DeviceUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;

/**
 * Everything observed in one contender's run.
 *
 * @param contender who ran
 * @param graph the chain
 * @param jobs in the order they ran
 * @param datasets in the order they were written
 * @param validation what TeraValidate said
 * @param inputChecksum the sum of the checksums of the rows that TeraGen wrote, in hexadecimal
 * @param counters LDM's own counters; empty for the others
 * @param mover what Hadoop's Mover did; empty when it was not run
 * @param devices what the emulated devices did; empty when there were none
 */
record RunResult(
    Contender contender,
    TaskGraph graph,
    List<JobRun> jobs,
    List<DatasetState> datasets,
    Validation validation,
    String inputChecksum,
    Map<String, Long> counters,
    Optional<MoverOutcome> mover,
    List<DeviceUse> devices) {
  RunResult {
    jobs = List.copyOf(jobs);
    datasets = List.copyOf(datasets);
    devices = List.copyOf(devices);
  }

  /** Seconds of all jobs together. */
  double seconds() {
    return jobs.stream().mapToDouble(JobRun::seconds).sum();
  }

  /** The share of all jobs' map input that came from SSD, 0 to 1. */
  double ssdReadFraction() {
    long all = jobs.stream().mapToLong(JobRun::totalInputBytes).sum();
    long fast = jobs.stream().mapToLong(job -> job.inputBytes(StorageType.SSD)).sum();
    return all == 0 ? 0 : (double) fast / all;
  }

  /**
   * How far emulated disks were off their models: the share of the time in which they had something
   * to do that they stood still at most, because the machine was busy. 0 without any. SSDs are left
   * out: a transfer of theirs takes less time than it takes to notice it, which makes them slower
   * than their model, to the disadvantage of who uses them.
   */
  double lateShare() {
    List<DeviceUse> disks =
        devices.stream().filter(device -> device.type() == StorageType.DISK).toList();
    long busy = disks.stream().mapToLong(DeviceUse::nanosBusy).sum();
    long late = disks.stream().mapToLong(DeviceUse::nanosLate).sum();
    return busy == 0 ? 0 : (double) late / busy;
  }

  /** True when the last fsck of every step was clean. */
  boolean fsckClean() {
    return jobs.stream().allMatch(JobRun::fsckClean);
  }
}
