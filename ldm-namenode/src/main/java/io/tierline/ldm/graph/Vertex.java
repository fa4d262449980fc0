/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.graph;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A vertex of the block graph: all blocks under one path. A block and its replicas are one vertex,
 * and every block of a dataset has the same readers, so a dataset is one vertex however many blocks
 * it will have; nothing is kept per block.
 *
 * @param dataset the path
 * @param writers jobs that produce it, in the order registered; empty for data that comes from
 *     elsewhere, which stays with the stock policy
 * @param readers jobs that will still read it: not finished, and expected to run
 * @param slack how many levels of the task graph lie between the end of its writer and the start of
 *     its first coming reader; 0 when the reader comes next
 * @param stay how many levels lie between the end of its writer and the start of its last coming
 *     reader, which is how long its blocks are of use; at least the slack
 * @param uses when those readers of which a time is known read it, earliest first; two readers of
 *     one time are two uses
 */
public record Vertex(
    DatasetPath dataset,
    List<JobId> writers,
    List<JobId> readers,
    int slack,
    int stay,
    List<Instant> uses) {
  private static final int MOST_LOOKED_UP = 256;

  /** Copies the lists; the record is immutable. */
  public Vertex {
    writers = List.copyOf(writers);
    readers = List.copyOf(readers);
    uses = uses.size() < 2 ? List.copyOf(uses) : uses.stream().sorted().toList();
  }

  /** The first use at that time or later, empty when none is known. */
  public Optional<Instant> nextUse(Instant now) {
    int at = Collections.binarySearch(uses, now);
    int next = at >= 0 ? at : -at - 1;
    return next < uses.size() ? Optional.of(uses.get(next)) : Optional.empty();
  }

  /**
   * Reusability R, the out-degree of its blocks: each job that reads a dataset runs one task on
   * each block of it. (Mishra 2018, chapter 5.)
   */
  public int reusability() {
    return readers.size();
  }

  /**
   * This dataset with so many of its readers at most. Of very many only some are looked up, since
   * placement waits for the answer; the others are taken for readers that nobody has seen.
   *
   * @param most at least 0
   * @param mostUnseen how many of them may be readers that were never seen, at least 0
   * @param isSeen tells those that were
   */
  public Vertex believing(int most, int mostUnseen, Predicate<JobId> isSeen) {
    if (readers.size() <= Math.min(most, mostUnseen)) {
      return this;
    }
    List<JobId> believed = new ArrayList<>();
    int unseen = 0;
    for (int i = 0; i < readers.size() && believed.size() < most; i++) {
      if (i >= MOST_LOOKED_UP && unseen >= mostUnseen) {
        break;
      }
      JobId reader = readers.get(i);
      if (i < MOST_LOOKED_UP && isSeen.test(reader)) {
        believed.add(reader);
      } else if (unseen < mostUnseen) {
        unseen++;
        believed.add(reader);
      }
    }
    return believed.size() == readers.size()
        ? this
        : new Vertex(
            dataset,
            writers,
            believed,
            slack,
            stay,
            uses.subList(0, Math.min(believed.size(), uses.size())));
  }

  /** True when a registered job produces it, so that its placement is ours to decide. */
  public boolean isProduced() {
    return !writers.isEmpty();
  }

  /** The jobs that it lists: what it takes of memory. */
  public int links() {
    return writers.size() + readers.size();
  }
}
