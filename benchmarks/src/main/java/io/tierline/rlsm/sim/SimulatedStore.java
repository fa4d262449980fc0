/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.util.Optional;

/** A store under some policy. It counts nothing itself: it tells what is, the simulation adds. */
interface SimulatedStore {
  /** Files that a store may hold before HBase delays flushes. */
  int BLOCKING_FILES = 16;

  /** What HBase takes for a large compaction: twice ten flushes. */
  long LARGE_BYTES = 20 * Workload.FLUSH_BYTES;

  /** Takes a flush; it has been written. */
  void flush(CellFile file);

  /**
   * Starts a compaction.
   *
   * @param idle whether nothing was flushed for long
   */
  Optional<Job> start(boolean idle);

  /** Whether a flush has to wait for a compaction. */
  boolean isBlocked();

  /** One short scan from a key. */
  default void scan(long key) {}

  /** Files of the store. */
  int files();

  /** Bytes of all files. */
  long bytes();

  /** Sorted runs that a short scan from a key merges. */
  int runsAt(long key);

  /** The most sorted runs that are merged anywhere. */
  int runsMax();

  /** The newest sequence that is found for a key, -1 if there is none. */
  long find(long key);
}
