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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Works out folds: which files a fold of neighbouring partitions takes, and where it cuts. */
final class Folds {
  /** More than one byte in so many of a store that is written to do not go into one file. */
  private static final int LEAST_PARTITIONS = 2;

  /** They are cut into so many, */
  private static final int FIRST_PARTS = 4;

  /** if each has one byte in so many of a partition. */
  private static final int FIRST_PART_ONE_IN = 16;

  /** Places in the order of age where the cheapest fold may begin or end, about. */
  private static final int CHOICES = 128;

  private final Circumstances in;

  Folds(Circumstances in) {
    this.in = in;
  }

  /** Whether no compaction that runs will give up a file of a partition. */
  boolean isFree(Partition partition) {
    return partition.files().stream().allMatch(in.now()::isFree);
  }

  /**
   * The fold of neighbouring partitions: of all their files and of Level 0 there, or if that does
   * not lie wholly among them, of the files that are older.
   *
   * @param partitions neighbours, ascending; at least one
   * @return nothing if no two of them overlap, or if one is busy
   */
  Optional<Plan> fold(List<Partition> partitions, String reason) {
    KeyRange range = partitions.get(0).range().hull(partitions.get(partitions.size() - 1).range());
    List<FileMeta> files = new ArrayList<>();
    partitions.forEach(partition -> files.addAll(partition.files()));
    boolean all = partitions.size() == in.layout().partitions().size();
    List<FileMeta> level0 =
        in.layout().level0().stream()
            .filter(file -> all || file.span().orElseThrow().overlaps(range))
            .toList();
    if (level0.stream().allMatch(file -> in.now().isFree(file) && (all || isInside(file, range)))) {
      files.addAll(level0);
    } else {
      long oldest = level0.get(0).sequenceId();
      files.removeIf(file -> file.sequenceId() >= oldest);
    }
    Optional<Plan> plan =
        someOverlap(files) ? plan(files, !in.now().idle(), reason) : Optional.empty();
    return partitions.size() == 1 && in.baseBytes() > 0
        ? plan.map(each -> cutAsMerges(each, partitions.get(0)))
        : plan;
  }

  /** Not what gives a young store its borders: nothing runs beside that. */
  private Plan cutAsMerges(Plan plan, Partition partition) {
    return 2 * plan.bytes() > in.layout().bytes()
        ? plan
        : new Plan(
            plan.kind(),
            plan.inputs(),
            in.cuts(partition),
            plan.drops(),
            plan.bytes(),
            plan.reason());
  }

  /**
   * The fold of the files of a partition that are cheapest to rewrite if no more than so many are
   * to overlap afterwards: neighbours by age, so the newest often stay as they are.
   *
   * @param most files that may overlap; at least 1
   * @return nothing if no fold does it, as with what is newer than Level 0, or if one file is busy
   */
  Optional<Plan> cheapest(Partition partition, int most, String reason) {
    List<FileMeta> files = partition.files();
    int end = files.size();
    for (FileMeta file : in.layout().level0()) {
      while (end > 0
          && files.get(end - 1).sequenceId() >= file.sequenceId()
          && file.span().orElseThrow().overlaps(partition.range())) {
        end--;
      }
    }
    return cheapest(files, end, most)
        .filter(Folds::someOverlap)
        .flatMap(best -> plan(best, false, reason));
  }

  private static Optional<List<FileMeta>> cheapest(List<FileMeta> files, int end, int most) {
    Depths depths = new Depths(files);
    // Where files are many, not each of them is tried as the first and the last.
    int step = 1 + end / CHOICES;
    List<FileMeta> best = null;
    long least = Long.MAX_VALUE;
    for (int from = 0; from < end; from += step) {
      long bytes = 0;
      int to = from;
      while (to < end && bytes < least) {
        int next = Math.min(end, to + step);
        for (; to < next; to++) {
          bytes += files.get(to).bytes();
        }
        if (to - from > 1 && bytes < least && depths.whenOne(from, to) <= most) {
          best = files.subList(from, to);
          least = bytes;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  static boolean someOverlap(List<FileMeta> files) {
    List<KeyRange> spans = new ArrayList<>();
    files.forEach(file -> spans.add(file.span().orElseThrow()));
    spans.sort(Comparator.comparing(KeyRange::start, Arrays::compareUnsigned));
    for (int i = 1; i < spans.size(); i++) {
      if (spans.get(i - 1).overlaps(spans.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInside(FileMeta file, KeyRange range) {
    return range.encloses(file.span().orElseThrow());
  }

  /** The fold of these files, and of others that it must take with them. */
  Optional<Plan> files(List<FileMeta> wanted, String reason) {
    return plan(wanted, false, reason);
  }

  private Optional<Plan> plan(List<FileMeta> wanted, boolean borders, String reason) {
    List<FileMeta> inputs = Merges.withEmpty(in, DropRule.closed(in.layout(), wanted));
    if (inputs.isEmpty() || !inputs.stream().allMatch(in.now()::isFree)) {
      return Optional.empty();
    }
    long bytes = inputs.stream().mapToLong(FileMeta::bytes).sum();
    long parts = Math.round((double) bytes / in.limit());
    if (borders && bytes > in.layout().bytes() / LEAST_PARTITIONS) {
      // A store that grows needs borders, and what makes them is being rewritten anyway.
      long first = Math.max(FIRST_PARTS, in.layout().bytes() / in.limit());
      long most = FIRST_PART_ONE_IN * bytes / in.settings().partitionBytes();
      parts = Math.max(parts, Math.min(first, most));
    }
    return Optional.of(
        new Plan(
            Plan.Kind.FOLD,
            inputs,
            Cuts.equalParts(inputs, KeyRange.ALL, parts),
            DropRule.of(in.layout(), inputs, in.settings().keepsDeleted(), in.now().major()),
            bytes,
            reason));
  }
}
