/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Which file of Level 0 goes down next. */
final class VictimChoice {
  private VictimChoice() {}

  /**
   * The densest file of the union set, the files whose range one Level 1 file owns: they are linked
   * and cost nothing. If there is none the densest of all: its cells lie close together, so appends
   * are few and large. Of two as dense the older.
   *
   * @param level0 at least one file, oldest first
   */
  static FlushedFile next(Collection<FlushedFile> level0, Level1 level1) {
    List<FlushedFile> union = level0.stream().filter(file -> level1.owns(file.range())).toList();
    return densest(union.isEmpty() ? level0 : union).get(0);
  }

  /** The files, densest first. */
  static List<FlushedFile> densest(Collection<FlushedFile> files) {
    return files.stream()
        .sorted(Comparator.comparingDouble(FlushedFile::density).reversed())
        .toList();
  }
}
