/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Keys as rows: eight bytes, which HBase orders as the keys are ordered. */
final class Rows {
  private Rows() {}

  static byte[] row(long key) {
    return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
  }

  /** The least key whose row is not below a row: a longer row lies above the key it begins with. */
  static long atOrAfter(byte[] row) {
    long key = ByteBuffer.wrap(Arrays.copyOf(row, Long.BYTES)).getLong();
    return row.length > Long.BYTES ? key + 1 : key;
  }
}
