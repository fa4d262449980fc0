/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is measured in one process. */
enum Measure {
  /** Stock and a contender in one process, in turns of milliseconds: create, addBlock. */
  PAIRS,
  /** Operations per second: create, addBlock, delete. */
  THROUGHPUT,
  /** How long one call of the placement policy takes. */
  CHOOSE_TARGET,
  /** What stays in the heap for each block that was placed. */
  HEAP;

  /** As users write it. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The measure with that key.
   *
   * @throws IllegalArgumentException when there is none; the message names all
   */
  static Measure of(String key) {
    return Arrays.stream(values())
        .filter(one -> one.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown measure '"
                        + key
                        + "': choose from "
                        + Arrays.stream(values())
                            .map(Measure::key)
                            .collect(Collectors.joining(", "))));
  }
}
