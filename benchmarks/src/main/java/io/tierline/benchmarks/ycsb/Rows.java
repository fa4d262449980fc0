/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

/** A row of all recipes: one cell. */
final class Rows {
  /** Random, all of the same length. */
  static final int KEY_BYTES = 20;

  static final int VALUE_BYTES = 1000;

  /** What a user wrote with a row: amplification is against that. */
  static final int USER_BYTES = KEY_BYTES + VALUE_BYTES;

  /** Puts that a client sends together while it loads. */
  static final int BATCH = 50;

  /** Threads that load, and that run YCSB's workloads. */
  static final int CLIENTS = 4;

  private Rows() {}
}
