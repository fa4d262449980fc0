/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

/**
 * A part of a job: tasks that all do the same. What the last one makes goes to HDFS, what others
 * make goes to local disks, where the next one fetches it.
 *
 * @param source what its tasks read
 * @param seconds of a core, for a MiB that a task reads, or writes where it reads nothing
 * @param out bytes that it makes of a byte that it reads
 */
record Stage(Source source, double seconds, double out) {
  /** What tasks read. */
  enum Source {
    /** Nothing: they write as much as the job says. */
    NOTHING,
    /** A block of an input each. */
    BLOCKS,
    /** A file of an input each, whatever its size. */
    FILES,
    /** What the stage before has made; it is kept on a local disk and merged there. */
    MERGED,
    /** The same, but in memory. */
    FETCHED;

    boolean isShuffle() {
      return this == MERGED || this == FETCHED;
    }
  }
}
