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
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * How many files of a partition would overlap if some of them were one. It is asked for thousands
 * of choices while HBase waits, so rows are compared once and are numbers from then on.
 */
final class Depths {
  private final int[] starts;
  private final int[] ends;

  /** At each border how many more files there are than before it. */
  private final int[] steps;

  /** Counts for files that have rows, in the order in which they are given. */
  Depths(List<FileMeta> files) {
    TreeMap<byte[], Integer> places = new TreeMap<>(Arrays::compareUnsigned);
    for (FileMeta file : files) {
      KeyRange span = file.span().orElseThrow();
      places.put(span.start(), 0);
      places.put(span.end(), 0);
    }
    int place = 0;
    for (var entry : places.entrySet()) {
      entry.setValue(place++);
    }
    starts = files.stream().mapToInt(file -> places.get(file.span().get().start())).toArray();
    ends = files.stream().mapToInt(file -> places.get(file.span().get().end())).toArray();
    steps = new int[place];
    for (int i = 0; i < starts.length; i++) {
      steps[starts[i]]++;
      steps[ends[i]]--;
    }
  }

  /** The most files that overlap when those from one place to before another are one. */
  int whenOne(int from, int to) {
    int[] left = steps.clone();
    int first = starts[from];
    int last = ends[from];
    for (int i = from; i < to; i++) {
      left[starts[i]]--;
      left[ends[i]]++;
      first = Math.min(first, starts[i]);
      last = Math.max(last, ends[i]);
    }
    left[first]++;
    left[last]--;
    int most = 0;
    int now = 0;
    for (int step : left) {
      now += step;
      most = Math.max(most, now);
    }
    return most;
  }
}
