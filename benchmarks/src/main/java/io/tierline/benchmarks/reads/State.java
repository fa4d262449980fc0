/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.cli.Keyed;

/** What has been put before reads are measured, and meanwhile. */
enum State implements Keyed {
  /** All rows once, and then nothing until no store file changed for a while. */
  LOADED,
  /** Half as many puts again, each to any of the rows, and then nothing likewise. */
  OVERWRITTEN,
  /** Overwritten, and puts to any of the rows go on at a steady rate while reads are measured. */
  LOADING;

  /** The state with that key. */
  static State of(String key) {
    return Keyed.of(State.class, key);
  }
}
