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
 * Keys from the least to the greatest, both included.
 *
 * @param min the least key
 * @param max the greatest key, at least {@code min}
 */
public record KeyRange(long min, long max) {
  /** Checks the order. */
  public KeyRange {
    if (min > max) {
      throw new IllegalArgumentException("no range: " + min + " to " + max);
    }
  }

  boolean contains(long key) {
    return min <= key && key <= max;
  }

  boolean contains(KeyRange other) {
    return min <= other.min && other.max <= max;
  }

  boolean overlaps(KeyRange other) {
    return min <= other.max && other.min <= max;
  }

  /** The range from the least key of both to the greatest. */
  KeyRange with(KeyRange other) {
    return new KeyRange(Math.min(min, other.min), Math.max(max, other.max));
  }

  KeyRange with(long key) {
    return with(new KeyRange(key, key));
  }

  /** Greatest minus least key: 0 for one key. As a number that cannot overflow. */
  double width() {
    return (double) max - min;
  }

  /** How far a key outside is from the nearer end. */
  double distance(long key) {
    return key < min ? (double) min - key : (double) key - max;
  }

  @Override
  public String toString() {
    return "[" + min + "-" + max + "]";
  }
}
