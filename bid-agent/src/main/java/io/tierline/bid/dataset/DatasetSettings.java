/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.dataset.DatasetKeys.Which;
import io.tierline.bid.volume.VolumeOptions.Engine;
import io.tierline.common.Values;
import org.apache.hadoop.fs.StorageType;

/**
 * The typed, checked form of the keys.
 *
 * @param which volumes are served
 * @param engine who moves the data
 * @param model of the emulated disk
 * @param timeScale of the emulated disk, 0.001 to 1000
 * @param readAfter bytes that a reader takes in stock's way first, at least 0
 * @param readFromCache whether what the kernel's cache holds is read from there
 * @param readDirect whether reads pass the kernel's cache by
 * @param writeBack bytes that are written back at a time; 0: none are
 */
record DatasetSettings(
    Which which,
    Engine engine,
    String model,
    double timeScale,
    long readAfter,
    boolean readFromCache,
    boolean readDirect,
    long writeBack) {
  /**
   * Reads and checks all keys.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  static DatasetSettings from(Values values) {
    return new DatasetSettings(
        DatasetKeys.VOLUMES.read(values),
        DatasetKeys.ENGINE.read(values),
        DatasetKeys.MODEL.read(values),
        DatasetKeys.TIME_SCALE.read(values),
        DatasetKeys.READ_AFTER.read(values),
        DatasetKeys.READ_FROM_CACHE.read(values),
        DatasetKeys.READ_DIRECT.read(values),
        DatasetKeys.WRITE_BACK.read(values));
  }

  /** Whether volumes of that type are served. */
  boolean serves(StorageType type) {
    return switch (which) {
      case NONE -> false;
      case DISK -> type == StorageType.DISK;
      case ALL ->
          type == StorageType.DISK || type == StorageType.SSD || type == StorageType.ARCHIVE;
    };
  }
}
