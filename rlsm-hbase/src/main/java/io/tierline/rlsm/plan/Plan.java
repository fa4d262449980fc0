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
import java.util.List;

/**
 * One compaction to do.
 *
 * @param kind what is done
 * @param inputs the files that are read and given up, oldest first; at least one
 * @param cuts where the output is cut into files, ascending: n cuts make up to n + 1 files
 * @param drops what may be left out of the output
 * @param bytes bytes that are read
 * @param reason why, for the log
 */
public record Plan(
    Kind kind,
    List<FileMeta> inputs,
    List<byte[]> cuts,
    DropRule.Drops drops,
    long bytes,
    String reason) {

  /** What a compaction does. */
  public enum Kind {
    /** Merges files of Level 0 into a run, of which each partition gets its part. */
    RUN,
    /** Writes the bases of some partitions anew from their files. */
    FOLD
  }

  /** Copies the lists. */
  public Plan {
    inputs = List.copyOf(inputs);
    cuts = List.copyOf(cuts);
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("a compaction of no file: " + reason);
    }
  }
}
