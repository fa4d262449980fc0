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
import io.tierline.rlsm.layout.Partition;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * What the planner must know besides the files.
 *
 * @param busy names of files that running compactions will give up
 * @param idle whether nothing has been flushed for so long that compacting costs nobody anything
 * @param major whether everything must be rewritten
 * @param readDebt for a partition, the bytes that reads have paid only because it is kept in more
 *     than one file, since it was last rewritten
 * @param level0Debt the bytes that reads have paid only because Level 0 has more than one file
 */
public record Situation(
    Set<String> busy,
    boolean idle,
    boolean major,
    ToLongFunction<Partition> readDebt,
    long level0Debt) {

  /** Reads have paid nothing for Level 0. */
  public Situation(
      Set<String> busy, boolean idle, boolean major, ToLongFunction<Partition> readDebt) {
    this(busy, idle, major, readDebt, 0);
  }

  /** Reads have paid so much; in an idle store only those count that came since it is. */
  public static Situation of(Set<String> busy, boolean idle, boolean major, ReadDebt debt) {
    return new Situation(busy, idle, major, idle ? debt::recent : debt::of, debt.ofLevel0());
  }

  /** Nothing is running, nothing was read. */
  public static Situation quiet(boolean idle) {
    return new Situation(Set.of(), idle, false, partition -> 0);
  }

  /** Whether no running compaction will give up a file. */
  boolean isFree(FileMeta file) {
    return !busy.contains(file.name());
  }
}
