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
import io.tierline.rlsm.layout.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which cells a compaction may leave out of what it writes.
 *
 * <p>What a read answers is a function of all cells in all files, and of the order of the files by
 * age where two cells have one key. A compaction must not change the answer, whatever is flushed or
 * compacted beside it. Four rules make sure of that. "Left out" is every file of the store that the
 * compaction does not consume; files that another one is reading are among them, for until that one
 * ends they are there.
 *
 * <ol>
 *   <li><b>Whole files.</b> A compaction consumes whole files, all that it reads, and nobody else
 *       reads them to consume them meanwhile. So there is never a superseded cell that only we know
 *       to be superseded: any reader of the files sees what we see.
 *   <li><b>Age.</b> What is written counts as old as the newest file consumed. So a file left out
 *       that overlaps a consumed one is either older than all consumed files that it overlaps, or
 *       newer than the newest consumed one. ({@link #closed})
 *   <li><b>Delete markers</b> go only if no file left out overlaps a consumed one: it may hold what
 *       a marker covers.
 *   <li><b>Surplus versions</b> (VERSIONS, MIN_VERSIONS) go only if no file left out that overlaps
 *       a consumed one, be it older or newer, may hold a delete of <em>one</em> version. A cell is
 *       surplus because of newer versions of its column. A delete of a column or a family that
 *       takes one of these away takes the older cell with it. A delete of one version does not: the
 *       cell would have to come up in its place.
 * </ol>
 *
 * <p>Where deleted cells are kept (KEEP_DELETED_CELLS), HBase counts them as versions when it
 * compacts, and not when it reads. There surplus versions also stay while a consumed file may hold
 * a delete of one version, until somebody asks for a major compaction.
 *
 * <p>A cell that is covered by a delete marker beside it may always go: the marker stays as long as
 * anything that it could cover.
 */
public final class DropRule {
  private DropRule() {}

  /**
   * What a compaction may drop.
   *
   * @param deletes whether delete markers may go
   * @param surplus whether versions beyond those that the family keeps may go
   */
  public record Drops(boolean deletes, boolean surplus) {}

  /**
   * What a compaction may drop.
   *
   * @param layout all files of the store
   * @param consumed those that the compaction consumes
   * @param keepsDeleted whether the family keeps deleted cells
   * @param major whether somebody has asked for everything to be rewritten
   */
  public static Drops of(
      Layout layout, Collection<FileMeta> consumed, boolean keepsDeleted, boolean major) {
    Set<FileMeta> gone = Set.copyOf(consumed);
    Rows rows = new Rows(consumed);
    boolean deletes = true;
    boolean surplus =
        !keepsDeleted || major || gone.stream().noneMatch(FileMeta::mayHoldVersionDeletes);
    for (FileMeta file : layout.files()) {
      if (!gone.contains(file) && rows.overlap(file)) {
        deletes = false;
        surplus &= !file.mayHoldVersionDeletes();
      }
    }
    return new Drops(deletes, surplus);
  }

  /**
   * The least set of files that has those wanted and obeys the rule of age.
   *
   * @param wanted files of the layout
   * @return oldest first
   */
  public static List<FileMeta> closed(Layout layout, Collection<FileMeta> wanted) {
    Set<FileMeta> closed = new LinkedHashSet<>(wanted);
    boolean grown = !closed.isEmpty();
    while (grown) {
      grown = false;
      long oldest = closed.stream().mapToLong(FileMeta::sequenceId).min().getAsLong();
      long newest = closed.stream().mapToLong(FileMeta::sequenceId).max().getAsLong();
      for (FileMeta file : layout.files()) {
        boolean between = file.sequenceId() >= oldest && file.sequenceId() <= newest;
        if (between && !closed.contains(file) && overlapsOlder(file, closed)) {
          closed.add(file);
          grown = true;
        }
      }
    }
    return layout.files().stream().filter(closed::contains).toList();
  }

  private static boolean overlapsOlder(FileMeta file, Set<FileMeta> consumed) {
    for (FileMeta each : consumed) {
      if (each.sequenceId() <= file.sequenceId() && each.overlaps(file)) {
        return true;
      }
    }
    return false;
  }

  /** The rows of some files, as disjoint ranges in ascending order. */
  private static final class Rows {
    private final List<KeyRange> ranges;

    Rows(Collection<FileMeta> files) {
      List<KeyRange> spans = new ArrayList<>();
      files.forEach(file -> file.span().ifPresent(spans::add));
      spans.sort(Comparator.comparing(KeyRange::start, Arrays::compareUnsigned));
      ranges = KeyRange.union(spans);
    }

    boolean overlap(FileMeta file) {
      return file.span().isPresent() && ranges.stream().anyMatch(file.span().get()::overlaps);
    }
  }
}
