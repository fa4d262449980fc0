/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.Partition;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * What the planner must know besides the files.
 *
 * @param busy names of files that running compactions will give up
 * @param folding whether one of them is a fold. The names do not tell, as a fold may give up
 *     nothing but flushes. There is never a second one: it could give up a file that the first has
 *     read and leaves in place, together with a delete marker, and the first would bring back what
 *     the marker had deleted
 * @param idle whether nothing has been flushed for so long that compacting costs nobody anything
 * @param major whether everything must be rewritten
 * @param scanDebt for a partition, the bytes that scans have read there only because it is kept in
 *     more than one file, since it was last rewritten
 * @param superseded which fraction of the cells in new files replace older ones, as far as earlier
 *     folds have shown; 0 to 1, 1 if unknown
 */
public record Situation(
    Set<String> busy,
    boolean folding,
    boolean idle,
    boolean major,
    ToLongFunction<Partition> scanDebt,
    double superseded) {

  /** Nothing is running, nothing was scanned. */
  public static Situation quiet(boolean idle) {
    return new Situation(Set.of(), false, idle, false, partition -> 0, 1);
  }
}
