/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.select.WeightedSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Finds rows that cut files into equal parts. */
final class Cuts {
  /** No compaction cuts finer. */
  private static final int PARTS_MAX = 64;

  private Cuts() {}

  private record Sample(byte[] row, long weight) {}

  /** Rows that cut what files have in a range into so many parts of about equal bytes. */
  static List<byte[]> equalParts(Collection<FileMeta> files, KeyRange range, long parts) {
    if (parts < 2) {
      return List.of();
    }
    List<Sample> samples = new ArrayList<>();
    for (FileMeta file : files) {
      for (byte[] row : file.samplesIn(range)) {
        samples.add(new Sample(row, Math.max(1, file.bytes() / file.samples().size())));
      }
    }
    return WeightedSelection.quantiles(
            samples,
            Sample::weight,
            (a, b) -> Arrays.compareUnsigned(a.row(), b.row()),
            (int) Math.min(PARTS_MAX, parts))
        .stream()
        .map(Sample::row)
        .filter(row -> Arrays.compareUnsigned(row, range.start()) > 0)
        .toList();
  }
}
