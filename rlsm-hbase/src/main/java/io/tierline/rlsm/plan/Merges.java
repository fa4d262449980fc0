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
import io.tierline.rlsm.layout.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Works out merges of Level 0: what they take, and where the output is cut. */
final class Merges {
  /** New rows beside a partition get files of their own if they are one part in so many of one. */
  private static final int APART_ONE_IN = 4;

  private final Circumstances in;

  Merges(Circumstances in) {
    this.in = in;
  }

  /** Files of Level 0 that may be merged: newer than all that is being merged. */
  List<FileMeta> free() {
    List<FileMeta> level0 = in.layout().level0();
    int from = level0.size();
    while (from > 0 && in.now().isFree(level0.get(from - 1))) {
      from--;
    }
    return level0.subList(from, level0.size());
  }

  /**
   * The merge of the oldest files of Level 0.
   *
   * <p>Usually of just these. What a crash has left of a merge may be newer than some of them: then
   * it is the merge of those that are older than all such, or of the oldest with all such.
   *
   * @param oldest at least one file
   */
  Optional<Plan> merge(List<FileMeta> oldest, String reason) {
    List<FileMeta> inputs = DropRule.closed(in.layout(), oldest);
    if (!inputs.stream().allMatch(in.layout()::isInLevel0)) {
      int clean = 0;
      while (clean < oldest.size() && isOfLevel0(oldest.subList(0, clean + 1))) {
        clean++;
      }
      inputs = DropRule.closed(in.layout(), oldest.subList(0, Math.max(1, clean)));
    }
    return inputs.stream().allMatch(in.now()::isFree)
        ? Optional.of(plan(inputs, reason))
        : Optional.empty();
  }

  private boolean isOfLevel0(List<FileMeta> oldest) {
    return DropRule.closed(in.layout(), oldest).stream().allMatch(in.layout()::isInLevel0);
  }

  private Plan plan(List<FileMeta> merged, String reason) {
    return exactly(withEmpty(in, merged), reason);
  }

  /** The merge of these files and no others. */
  Plan exactly(List<FileMeta> inputs, String reason) {
    return new Plan(
        Plan.Kind.RUN,
        inputs,
        cuts(inputs),
        DropRule.of(in.layout(), inputs, in.settings().keepsDeleted(), in.now().major()),
        inputs.stream().mapToLong(FileMeta::bytes).sum(),
        reason);
  }

  /**
   * Files without cells go with any others that are not older: all that such a file has is its age,
   * and what is written must not count as newer than it is.
   */
  static List<FileMeta> withEmpty(Circumstances in, List<FileMeta> inputs) {
    long newest = inputs.stream().mapToLong(FileMeta::sequenceId).max().orElse(Long.MAX_VALUE);
    return in.layout().files().stream()
        .filter(
            file ->
                inputs.contains(file)
                    || file.span().isEmpty()
                        && file.sequenceId() <= newest
                        && in.now().isFree(file))
        .toList();
  }

  /**
   * Each partition gets a file of its own. Rows between two partitions go with the one before them,
   * and those before the first with the first, unless they are many.
   */
  private List<byte[]> cuts(List<FileMeta> merged) {
    Optional<KeyRange> span =
        merged.stream().flatMap(f -> f.span().stream()).reduce(KeyRange::hull);
    TreeSet<byte[]> cuts = new TreeSet<>(Arrays::compareUnsigned);
    if (span.isEmpty()) {
      return List.of();
    }
    List<Partition> partitions = in.layout().partitionsIn(span.get());
    byte[] reached = span.get().start();
    for (int i = 0; i < partitions.size(); i++) {
      KeyRange range = partitions.get(i).range();
      boolean apart = addGap(merged, reached, range.start(), i > 0, cuts);
      if (i > 0 || apart) {
        cuts.add(range.start());
      }
      cuts.addAll(in.cuts(partitions.get(i)));
      reached = range.end();
    }
    addGap(merged, reached, span.get().end(), !partitions.isEmpty(), cuts);
    return cuts.stream().filter(row -> isInside(span.get(), row)).toList();
  }

  private static boolean isInside(KeyRange span, byte[] row) {
    return Arrays.compareUnsigned(span.start(), row) < 0 && span.endsAfter(row);
  }

  /** Cuts rows that are in no partition off from the one before them; whether they are many. */
  private boolean addGap(
      List<FileMeta> merged, byte[] from, byte[] to, boolean behind, TreeSet<byte[]> cuts) {
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return false;
    }
    KeyRange gap = KeyRange.of(from, to);
    long bytes = merged.stream().mapToLong(file -> file.bytesIn(gap)).sum();
    if (bytes < in.limit() / APART_ONE_IN) {
      return false;
    }
    if (behind) {
      cuts.add(from);
    }
    cuts.addAll(Cuts.equalParts(merged, gap, Math.round((double) bytes / in.limit())));
    return true;
  }
}
