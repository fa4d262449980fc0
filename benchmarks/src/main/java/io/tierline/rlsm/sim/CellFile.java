/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import io.tierline.rlsm.layout.KeySample;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A sorted file: keys ascending, one cell each, of which a higher sequence is newer. */
final class CellFile {
  private final long[] keys;
  private final long[] sequences;

  private CellFile(long[] keys, long[] sequences) {
    this.keys = keys;
    this.sequences = sequences;
  }

  /** What a memory store writes: of each key the last cell. */
  static CellFile flushed(long[] writes, long firstSequence) {
    long[] keys = writes.clone();
    Arrays.sort(keys);
    keys = Arrays.stream(keys).distinct().toArray();
    long[] sequences = new long[keys.length];
    for (int i = 0; i < writes.length; i++) {
      sequences[Arrays.binarySearch(keys, writes[i])] = firstSequence + i;
    }
    return new CellFile(keys, sequences);
  }

  /** Merges files; of each key the newest cell stays. */
  static CellFile merged(List<CellFile> files) {
    List<CellFile> left = files;
    while (left.size() > 1) {
      List<CellFile> before = left;
      left =
          IntStream.range(0, (before.size() + 1) / 2)
              .mapToObj(
                  i ->
                      2 * i + 1 < before.size()
                          ? before.get(2 * i).with(before.get(2 * i + 1))
                          : before.get(2 * i))
              .toList();
    }
    return left.isEmpty() ? new CellFile(new long[0], new long[0]) : left.get(0);
  }

  private CellFile with(CellFile other) {
    long[] mergedKeys = new long[size() + other.size()];
    long[] mergedSequences = new long[mergedKeys.length];
    int a = 0;
    int b = 0;
    int n = 0;
    while (a < size() || b < other.size()) {
      boolean takeA = b == other.size() || a < size() && keys[a] <= other.keys[b];
      boolean takeB = a == size() || b < other.size() && other.keys[b] <= keys[a];
      mergedKeys[n] = takeA ? keys[a] : other.keys[b];
      mergedSequences[n++] = Math.max(takeA ? sequences[a] : -1, takeB ? other.sequences[b] : -1);
      a += takeA ? 1 : 0;
      b += takeB ? 1 : 0;
    }
    return new CellFile(Arrays.copyOf(mergedKeys, n), Arrays.copyOf(mergedSequences, n));
  }

  /** The cells from one key to below another. */
  CellFile part(long from, long to) {
    int first = indexOf(from);
    int end = indexOf(to);
    return new CellFile(
        Arrays.copyOfRange(keys, first, end), Arrays.copyOfRange(sequences, first, end));
  }

  /** How many keys are less. */
  int indexOf(long key) {
    int found = Arrays.binarySearch(keys, key);
    return found >= 0 ? found : -found - 1;
  }

  /** The sequence of a key's cell, -1 if it has none. */
  long sequenceOf(long key) {
    int found = Arrays.binarySearch(keys, key);
    return found >= 0 ? sequences[found] : -1;
  }

  int size() {
    return keys.length;
  }

  long key(int index) {
    return keys[index];
  }

  long sequence(int index) {
    return sequences[index];
  }

  /** The sample that an engine would note in the file. */
  KeySample sample() {
    KeySample.Collector sample = new KeySample.Collector();
    for (long key : keys) {
      // Any mixing does that spreads neighbouring keys; this is SplittableRandom's.
      if (sample.row(new SplittableRandom(key).nextLong())) {
        sample.cell(0, KeySample.Kind.PUT);
      }
    }
    return sample.sample();
  }

  /** Whether a key lies between the least and the greatest. */
  boolean spans(long key) {
    return size() > 0 && keys[0] <= key && key <= keys[size() - 1];
  }
}
