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
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.select.WeightedSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Works out which files a fold of a range reads, gives up and supersedes, and where it cuts. */
final class FoldBuilder {
  /** A fold writes no more files than this at once. */
  private static final int PARTS_MAX = 1024;

  private final Layout layout;
  private final Set<String> busy;
  private final long limit;

  FoldBuilder(Layout layout, Set<String> busy, long limit) {
    this.layout = layout;
    this.busy = busy;
    this.limit = limit;
  }

  /**
   * The fold of the partitions that a range touches.
   *
   * @param wanted the rows to rewrite; widened to whole bases, and to neighbours until at least one
   *     file is given up
   * @param level0 whether Level 0 is folded in
   * @return nothing if the range has nothing to give up
   */
  Optional<Plan> fold(KeyRange wanted, boolean level0, String reason) {
    KeyRange range = wholeBases(wanted);
    List<FileMeta> inputs = inputs(range, level0);
    Set<FileMeta> consumed = consumed(range, inputs);
    while (consumed.isEmpty() && !range.equals(KeyRange.ALL)) {
      range = wholeBases(withNeighbours(range));
      inputs = inputs(range, level0);
      consumed = consumed(range, inputs);
    }
    if (inputs.isEmpty() || consumed.isEmpty()) {
      return Optional.empty();
    }
    KeyRange rewritten = range;
    long bytes = inputs.stream().mapToLong(file -> bytesIn(file, rewritten)).sum();
    return Optional.of(
        new Plan(
            Plan.Kind.FOLD,
            range,
            inputs,
            List.copyOf(consumed),
            cuts(range, inputs, bytes),
            absorbed(range, new HashSet<>(inputs), consumed),
            dropsDeletes(range, consumed),
            bytes,
            reason));
  }

  /**
   * Files in which nothing is live and nobody is busy. One that is newer than all others is not
   * among them: with it, the store would forget how new it is.
   */
  static List<FileMeta> dead(Layout layout, Set<String> busy) {
    long newest =
        layout.files().stream()
            .filter(file -> !isDead(layout, file))
            .mapToLong(FileMeta::sequenceId)
            .max()
            .orElse(Long.MIN_VALUE);
    return layout.files().stream()
        .filter(file -> isDead(layout, file) && file.sequenceId() <= newest)
        .filter(file -> !busy.contains(file.name()))
        .toList();
  }

  /** Whether bases have superseded all cells of a file. */
  static boolean isDead(Layout layout, FileMeta file) {
    return file.span().isPresent() && layout.live(file).isEmpty();
  }

  private KeyRange wholeBases(KeyRange wanted) {
    KeyRange range = wanted;
    boolean wider = true;
    while (wider) {
      KeyRange before = range;
      for (FileMeta file : layout.files()) {
        if (file.role() == Role.BASE && file.range().orElseThrow().overlaps(range)) {
          range = range.hull(file.range().orElseThrow());
        }
      }
      wider = !range.equals(before);
    }
    return range;
  }

  private KeyRange withNeighbours(KeyRange range) {
    KeyRange wider = range;
    for (Partition partition : layout.partitions()) {
      boolean before = Arrays.equals(partition.range().end(), range.start());
      if (before || range.isBounded() && partition.range().contains(range.end())) {
        wider = wider.hull(partition.range());
      }
    }
    return wider.equals(range) ? KeyRange.ALL : wider;
  }

  private List<FileMeta> inputs(KeyRange range, boolean level0) {
    List<FileMeta> inputs = new ArrayList<>();
    for (FileMeta file : layout.files()) {
      boolean read =
          file.span().isPresent()
              ? isLiveIn(file, range)
              : file.range().map(range::overlaps).orElse(level0);
      boolean wanted = level0 || !layout.isInLevel0(file) || isPartlyLiveIn(file, range);
      if (read && wanted && !busy.contains(file.name())) {
        inputs.add(file);
      }
    }
    return inputs;
  }

  private Set<FileMeta> consumed(KeyRange range, List<FileMeta> inputs) {
    Set<FileMeta> consumed = new LinkedHashSet<>();
    for (FileMeta file : inputs) {
      boolean ranged = file.role() != Role.BASE || range.encloses(file.range().orElseThrow());
      if (ranged && layout.live(file).stream().allMatch(range::encloses)) {
        consumed.add(file);
      }
    }
    if (!consumed.isEmpty()) {
      consumed.addAll(dead(layout, busy));
    }
    return consumed;
  }

  /** Of the files that stay: those read, and those that bases now consumed have superseded. */
  private Set<String> absorbed(KeyRange range, Set<FileMeta> inputs, Set<FileMeta> consumed) {
    Set<String> absorbed = new LinkedHashSet<>();
    for (FileMeta file : layout.files()) {
      boolean superseded = inputs.contains(file) || !isLiveIn(file, range);
      if (superseded && overlaps(file, range) && !consumed.contains(file)) {
        absorbed.add(file.name());
      }
    }
    return absorbed;
  }

  private boolean dropsDeletes(KeyRange range, Set<FileMeta> consumed) {
    return layout.files().stream()
        .noneMatch(file -> overlaps(file, range) && !consumed.contains(file));
  }

  private static boolean overlaps(FileMeta file, KeyRange range) {
    return file.span().map(range::overlaps).orElse(false);
  }

  private boolean isLiveIn(FileMeta file, KeyRange range) {
    return layout.live(file).stream().anyMatch(range::overlaps);
  }

  /**
   * Whether bases supersede some of what a file has in a range. Were it not read, then the bases
   * that take their place could not supersede it there, and cells would be live again.
   */
  private boolean isPartlyLiveIn(FileMeta file, KeyRange range) {
    List<KeyRange> all = file.span().flatMap(range::intersection).map(List::of).orElse(List.of());
    return !KeyRange.intersect(layout.live(file), range).equals(all);
  }

  private List<byte[]> cuts(KeyRange range, List<FileMeta> inputs, long bytes) {
    int parts = (int) Math.min(PARTS_MAX, (bytes + limit - 1) / limit);
    if (parts < 2) {
      return List.of();
    }
    List<Sample> samples = new ArrayList<>();
    for (FileMeta file : inputs) {
      for (KeyRange live : KeyRange.intersect(layout.live(file), range)) {
        for (byte[] row : file.samplesIn(live)) {
          samples.add(new Sample(row, Math.max(1, file.bytes() / file.samples().size())));
        }
      }
    }
    return WeightedSelection.quantiles(
            samples, Sample::weight, (a, b) -> Arrays.compareUnsigned(a.row(), b.row()), parts)
        .stream()
        .map(Sample::row)
        .filter(row -> Arrays.compareUnsigned(row, range.start()) > 0)
        .toList();
  }

  private long bytesIn(FileMeta file, KeyRange range) {
    return KeyRange.intersect(layout.live(file), range).stream().mapToLong(file::bytesIn).sum();
  }

  private record Sample(byte[] row, long weight) {}
}
