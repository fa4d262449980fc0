/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

/**
 * One cell.
 *
 * @param key what it is found by
 * @param sequence the order of writing: of two cells of a key the one with more counts
 * @param deleted whether it says that the key is gone
 */
public record Entry(long key, long sequence, boolean deleted) {
  /** A cell that holds a value. */
  public static Entry put(long key, long sequence) {
    return new Entry(key, sequence, false);
  }

  /** A cell that deletes the older ones of its key. */
  public static Entry delete(long key, long sequence) {
    return new Entry(key, sequence, true);
  }
}
