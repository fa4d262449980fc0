/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import java.nio.charset.StandardCharsets;

/** Sketches of numbered rows. */
final class Sketches {
  private Sketches() {}

  static byte[] row(int file, int number) {
    return ("f" + file + "/row" + number).getBytes(StandardCharsets.UTF_8);
  }

  static RowSketch of(int file, int rows) {
    RowSketch.Builder builder = RowSketch.builder();
    for (int i = 0; i < rows; i++) {
      byte[] row = row(file, i);
      builder.add(row, 0, row.length);
    }
    return builder.build();
  }

  static boolean names(long[] candidates, int file) {
    return (candidates[file >>> 6] >>> file & 1) != 0;
  }
}
