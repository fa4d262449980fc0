/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.cli.Keyed;

/** What is measured in one process. */
enum Measure implements Keyed {
  /** Stock and a contender in one process, in turns of milliseconds: create, addBlock. */
  PAIRS,
  /** Operations per second: create, addBlock, delete. */
  THROUGHPUT,
  /** How long one call of the placement policy takes. */
  CHOOSE_TARGET,
  /** What stays in the heap for each block that was placed. */
  HEAP;

  /** The measure with that key. */
  static Measure of(String key) {
    return Keyed.of(Measure.class, key);
  }
}
