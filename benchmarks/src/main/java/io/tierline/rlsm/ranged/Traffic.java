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
 * What a ranged tree did since it was made, in cells.
 *
 * @param flushed written by flushes
 * @param linked moved down without being written
 * @param appended written to the ends of Level 1 files
 * @param rewritten written by splits and by clearing files of invalid cells
 */
public record Traffic(long flushed, long linked, long appended, long rewritten) {
  static final Traffic NONE = new Traffic(0, 0, 0, 0);

  Traffic flush(int cells) {
    return new Traffic(flushed + cells, linked, appended, rewritten);
  }

  Traffic link(int cells) {
    return new Traffic(flushed, linked + cells, appended, rewritten);
  }

  Traffic append(int cells) {
    return new Traffic(flushed, linked, appended + cells, rewritten);
  }

  Traffic rewrite(int cells) {
    return new Traffic(flushed, linked, appended, rewritten + cells);
  }

  /** Cells written for each cell flushed; at least 1, and 1 when nothing was flushed. */
  public double writeAmplification() {
    return flushed == 0 ? 1 : (double) (flushed + appended + rewritten) / flushed;
  }
}
