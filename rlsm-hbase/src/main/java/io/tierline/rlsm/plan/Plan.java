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
import java.util.List;
import java.util.Set;

/**
 * One compaction to do.
 *
 * @param kind what is done
 * @param range the rows that are rewritten
 * @param inputs files whose live cells in the range are read, oldest first
 * @param consumed those of the inputs, and files that hold nothing live, that are given up after
 *     it; never empty
 * @param cuts where the output is cut into files, ascending: n cuts make n + 1 files
 * @param absorbed names of files that stay, but whose cells in the range the output supersedes
 * @param dropDeletes whether delete markers may go: no file that stays overlaps the range
 * @param bytes about how many bytes are read
 * @param reason why, for the log
 */
public record Plan(
    Kind kind,
    KeyRange range,
    List<FileMeta> inputs,
    List<FileMeta> consumed,
    List<byte[]> cuts,
    Set<String> absorbed,
    boolean dropDeletes,
    long bytes,
    String reason) {

  /** What a compaction does. */
  public enum Kind {
    /** Merges flushes of Level 0 into one run, which is then linked. */
    RUN,
    /** Writes the bases of some partitions anew from all their files. */
    FOLD
  }

  /** Copies the collections. */
  public Plan {
    inputs = List.copyOf(inputs);
    consumed = List.copyOf(consumed);
    cuts = List.copyOf(cuts);
    absorbed = Set.copyOf(absorbed);
    if (consumed.isEmpty()) {
      throw new IllegalArgumentException("a compaction that gives up no file: " + reason);
    }
  }
}
