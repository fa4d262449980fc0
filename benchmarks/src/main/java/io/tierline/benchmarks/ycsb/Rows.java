/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import site.ycsb.Utils;

/** A row of all recipes: one cell. */
public final class Rows {
  /** Random, all of the same length. */
  public static final int KEY_BYTES = 20;

  public static final int VALUE_BYTES = 1000;

  /** What a user wrote with a row: amplification is against that. */
  public static final int USER_BYTES = KEY_BYTES + VALUE_BYTES;

  /** Puts that a client sends together while it loads. */
  public static final int BATCH = 50;

  /** Threads that load, and that run YCSB's workloads. */
  static final int CLIENTS = 4;

  /** Data, what is being compacted, what waits to be deleted, logs. */
  private static final int COPIES_ON_DISK = 6;

  private static final long SPARE_BYTES = 1L << 30;

  /** Data, and all of it being compacted, and as much again, as what is compacted is not whole. */
  private static final int COPIES_OF_MUCH = 3;

  /** What waits to be deleted and logs, where there is much: seconds of writing, not copies. */
  private static final long WAITING_BYTES = 7L << 30;

  private Rows() {}

  /** Bytes that a directory must have room for when users put so many into tables. */
  public static long onDisk(long userBytes) {
    return Math.min(
        COPIES_ON_DISK * userBytes + SPARE_BYTES, COPIES_OF_MUCH * userBytes + WAITING_BYTES);
  }

  /** The key of a row: the hash that YCSB spreads its keys with, padded with zeros. */
  public static String key(long row) {
    String digits = Long.toString(Utils.hash(row));
    return "0".repeat(KEY_BYTES - digits.length()) + digits;
  }
}
