/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.testing.devices.DeviceUse;
import io.tierline.testing.devices.DeviceWaits;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;

/**
 * Where the time of one job went. The first three are its seconds.
 *
 * @param starting until its first task came to a device, and since its last one had left
 * @param waiting in between, while one or more of its tasks waited for a device
 * @param computing the rest: tasks compute, shuffle, begin
 * @param reading that all its tasks together waited for data
 * @param writing that all its tasks together waited until less was to be written back
 * @param disksBusy the share of the time in which disks had something to do, theirs on average
 * @param positioning the share of the time that passed from commands to their first sectors, on
 *     average; also to write out a drive's own cache, when nobody waits and it is not busy
 * @param diskBytes that disks moved, for whomever
 */
record JobTime(
    double starting,
    double waiting,
    double computing,
    double reading,
    double writing,
    double disksBusy,
    double positioning,
    long diskBytes) {
  /** Of a job without emulated devices. */
  static final JobTime UNKNOWN = new JobTime(0, 0, 0, 0, 0, 0, 0, 0);

  private static final double NANOS = 1e9;

  /**
   * Of a job that has ended.
   *
   * @param waited since it began
   * @param before what the devices had done by then
   * @param after what they have done by now
   */
  static JobTime of(DeviceWaits.Waited waited, List<DeviceUse> before, List<DeviceUse> after) {
    Map<String, DeviceUse> earlier =
        before.stream().collect(Collectors.toMap(DeviceUse::volume, Function.identity()));
    List<DeviceUse> disks =
        after.stream()
            .filter(device -> device.type() == StorageType.DISK)
            .map(
                device ->
                    earlier.containsKey(device.volume())
                        ? device.since(earlier.get(device.volume()))
                        : device)
            .toList();
    if (disks.isEmpty()) {
      return UNKNOWN;
    }
    long starting = waited.firstUse() + waited.passed() - waited.lastUse();
    return new JobTime(
        starting / NANOS,
        waited.any() / NANOS,
        (waited.passed() - starting - waited.any()) / NANOS,
        waited.reading() / NANOS,
        waited.writing() / NANOS,
        share(disks, DeviceUse::nanosBusy, waited.passed()),
        share(disks, DeviceUse::nanosPositioning, waited.passed()),
        (long) sum(disks, disk -> disk.bytesRead() + disk.bytesWritten()));
  }

  /**
   * The share of a time that devices spent so, theirs on average.
   *
   * @param what by their own clock
   * @param nanos by ours
   */
  static double share(List<DeviceUse> devices, ToLongFunction<DeviceUse> what, double nanos) {
    return sum(devices, what) / DemoSettings.TIME_SCALE / devices.size() / nanos;
  }

  private static double sum(List<DeviceUse> disks, ToLongFunction<DeviceUse> what) {
    return disks.stream().mapToLong(what).sum();
  }
}
