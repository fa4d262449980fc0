/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import io.tierline.bid.volume.VolumeStatistics;
import org.apache.hadoop.fs.StorageType;

/**
 * What one emulated device has done.
 *
 * @param volume where its data lie: no other device's
 * @param type of its volume
 * @param bytesRead from it
 * @param bytesWritten to it
 * @param nanosBusy how long it had something to do, by its own clock
 * @param nanosLate of that, how long at most it stood still because the machine was busy
 * @param nanosPositioning by that clock, from commands to their first sectors; 0 without an arm
 * @param armMovements of its arm
 * @param armPerMille where that is between its outermost track, 0, and its innermost
 */
public record DeviceUse(
    String volume,
    StorageType type,
    long bytesRead,
    long bytesWritten,
    long nanosBusy,
    long nanosLate,
    long nanosPositioning,
    long armMovements,
    long armPerMille) {
  /** What it did after the earlier look; its arm is where it is now. */
  public DeviceUse since(DeviceUse earlier) {
    return new DeviceUse(
        volume,
        type,
        bytesRead - earlier.bytesRead,
        bytesWritten - earlier.bytesWritten,
        nanosBusy - earlier.nanosBusy,
        nanosLate - earlier.nanosLate,
        nanosPositioning - earlier.nanosPositioning,
        armMovements - earlier.armMovements,
        armPerMille);
  }

  static DeviceUse of(String volume, StorageType type, VolumeStatistics statistics) {
    return new DeviceUse(
        volume,
        type,
        statistics.bytesRead(),
        statistics.bytesWritten() + statistics.bytesWrittenBack(),
        statistics.nanosBusy(),
        statistics.nanosLate(),
        statistics.nanosPositioning(),
        statistics.armMovements(),
        statistics.armPerMille());
  }
}
