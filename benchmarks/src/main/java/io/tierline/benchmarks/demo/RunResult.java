/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.benchmarks.demo.beside.OtherRun;
import io.tierline.benchmarks.demo.strip.Strip;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.testing.devices.DeviceUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.StorageType;

/**
 * Everything observed in one contender's run.
 *
 * @param scene what happened meanwhile
 * @param contender who ran
 * @param graph the chain
 * @param jobs in the order they ran
 * @param datasets in the order they were written
 * @param validation what TeraValidate said
 * @param inputChecksum the sum of the checksums of the rows that TeraGen wrote, in hexadecimal
 * @param counters LDM's own counters; empty for the others
 * @param mover what Hadoop's Mover did; empty when it was not run
 * @param devices what the emulated devices did; empty when there were none
 * @param strips what each device did, second by second; empty when there were none
 * @param beside what ran beside the chain; empty when nothing did
 */
record RunResult(
    Scene scene,
    Contender contender,
    TaskGraph graph,
    List<JobRun> jobs,
    List<DatasetState> datasets,
    Validation validation,
    String inputChecksum,
    Map<String, Long> counters,
    Optional<MoverOutcome> mover,
    List<DeviceUse> devices,
    List<Strip> strips,
    Optional<Beside> beside) {
  private static final double NANOS = 1e9;

  /**
   * What ran beside the chain.
   *
   * @param jobs in the order of phases
   * @param cacheHitBytes that read caches served in place of disks
   */
  record Beside(List<OtherRun> jobs, long cacheHitBytes) {
    Beside {
      jobs = List.copyOf(jobs);
    }

    /** Bytes that all jobs read and wrote. */
    long bytes() {
      return jobs.stream().mapToLong(OtherRun::bytes).sum();
    }
  }

  RunResult {
    jobs = List.copyOf(jobs);
    datasets = List.copyOf(datasets);
    devices = List.copyOf(devices);
    strips = List.copyOf(strips);
  }

  /** Who ran, and in which scene where it is not the first. */
  String title() {
    return scene.title(contender.key());
  }

  /** Seconds of all jobs together. */
  double seconds() {
    return jobs.stream().mapToDouble(JobRun::seconds).sum();
  }

  /** MB that the jobs beside the chain read and wrote in a second of it; NaN without any. */
  double besideMegabytesPerSecond() {
    return beside.map(jobs -> jobs.bytes() / 1e6 / seconds()).orElse(Double.NaN);
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
    long busy = devicesSum(StorageType.DISK, DeviceUse::nanosBusy);
    long late = devicesSum(StorageType.DISK, DeviceUse::nanosLate);
    return busy == 0 ? 0 : (double) late / busy;
  }

  /** The share of the time in which emulated disks positioned, theirs on average; 0 without any. */
  double positioningShare() {
    return disks().isEmpty()
        ? 0
        : JobTime.share(disks(), DeviceUse::nanosPositioning, NANOS * seconds());
  }

  private List<DeviceUse> disks() {
    return devices.stream().filter(device -> device.type() == StorageType.DISK).toList();
  }

  /** What all emulated devices of the type did together. */
  long devicesSum(StorageType type, ToLongFunction<DeviceUse> what) {
    return devices.stream().filter(device -> device.type() == type).mapToLong(what).sum();
  }

  /**
   * What a device of the type moved in a second in which it had something to do, in MB, by its own
   * clock: how far that is below what its medium gives is lost to positioning.
   */
  double megabytesPerBusySecond(StorageType type) {
    long bytes = devicesSum(type, device -> device.bytesRead() + device.bytesWritten());
    return bytes == 0 ? 0 : 1e3 * bytes / devicesSum(type, DeviceUse::nanosBusy);
  }

  /** True when the last fsck of every step was clean. */
  boolean fsckClean() {
    return jobs.stream().allMatch(JobRun::fsckClean);
  }
}
