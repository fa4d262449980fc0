/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a log is opened.
 *
 * @param path of its file
 * @param bytes of the file when it is made
 * @param segmentBytes a multiple of 4 KiB, 256 KiB to 1 GiB; of a log that is made
 * @param slow what a sync may take before the log has failed, at least 1 ms
 * @param idle without a sync, after which blocks are brought home, at least 1 ms
 * @param dayBytes written in 24 hours, after which syncs go home until the next ones; 0: no bound
 * @param volumes folders of volumes, for recovery
 */
public record DeltaLogOptions(
    Path path,
    long bytes,
    long segmentBytes,
    Duration slow,
    Duration idle,
    long dayBytes,
    List<Path> volumes) {
  /** Checks the numbers. */
  public DeltaLogOptions {
    volumes = List.copyOf(volumes);
    if (bytes <= 0 || segmentBytes <= 0 || slow.toMillis() <= 0 || idle.toMillis() <= 0) {
      throw new IllegalArgumentException("all numbers of a log are above 0");
    }
    if (dayBytes < 0) {
      throw new IllegalArgumentException("bytes of a day: " + dayBytes);
    }
  }

  /** The same for other volumes. */
  public DeltaLogOptions with(List<Path> others) {
    return new DeltaLogOptions(path, bytes, segmentBytes, slow, idle, dayBytes, others);
  }

  long[] numbers(boolean onlyDrain) {
    return new long[] {
      bytes, segmentBytes, slow.toMillis(), idle.toMillis(), dayBytes, onlyDrain ? 1 : 0,
    };
  }
}
