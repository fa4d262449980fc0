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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Decides what a store compacts next.
 *
 * <p>Every cell is written three times in a store that is loaded and then left alone: when it is
 * flushed, when its flush is merged with others into a run, and when its partition is folded. A run
 * of about the square root of the flushes that are not folded yet keeps files in Level 0 and slices
 * per partition in balance, which is the least number of sorted runs that two merges a cell allow.
 * Partitions are folded only when waiting longer would cost more than folding: at the slice cap,
 * when scans have paid as much for the slices as folding would cost (the ski-rental rule, so that
 * nobody pays more than twice what foresight would), when the store is idle, or when half files of
 * a region split keep it from being split again.
 *
 * <p>Deterministic: the same layout and situation give the same plan. Thread-safe.
 */
public final class CompactionPlanner {

  /** A fold takes neighbours along up to so many partition limits. */
  private static final int FOLD_LIMITS = 8;

  /** Folding starts at this fraction of the slice cap, so that the cap is not reached. */
  private static final double CAP_MARGIN = 0.75;

  /** Files in Level 0 for the square root of the flushes that are not folded. */
  private static final double RUN_FACTOR = Math.sqrt(2);

  /** A partition that has grown by so many limits from inside its range is cut. */
  private static final int LOCAL_GROWTH = 3;

  /**
   * A base is rewritten to be rid of its delete markers if they are at least one cell in so many.
   */
  private static final int DELETES_ONE_IN = 10;

  /** Small neighbours are merged when there are so many times the wanted number of partitions. */
  private static final int CROWDED = 3;

  private final PlannerSettings settings;

  /** A planner with an operator's settings. */
  public CompactionPlanner(PlannerSettings settings) {
    this.settings = settings;
  }

  /** What the planner was told. */
  public PlannerSettings settings() {
    return settings;
  }

  /** The live bytes above which a partition is cut. */
  public long partitionLimit(Layout layout) {
    return Math.max(settings.partitionBytes(), layout.liveBytes() / settings.partitions());
  }

  /** Files in Level 0 that make a run now (T). */
  public int runFiles(Layout layout) {
    List<FileMeta> level0 = layout.level0();
    long flushBytes = level0.stream().mapToLong(FileMeta::bytes).sum();
    if (flushBytes == 0) {
      return settings.runFilesMin();
    }
    long runBytes =
        layout.files().stream()
            .filter(file -> file.role() == Role.RUN)
            .mapToLong(layout::liveBytes)
            .sum();
    double unfolded = (double) (flushBytes + runBytes) * level0.size() / flushBytes;
    long files = Math.round(RUN_FACTOR * Math.sqrt(unfolded));
    return (int) Math.max(settings.runFilesMin(), Math.min(settings.runFilesMax(), files));
  }

  /** What to compact next; nothing if the store is as it should be. */
  public Optional<Plan> plan(Layout layout, Situation now) {
    FoldBuilder folds = new FoldBuilder(layout, now.busy(), partitionLimit(layout));
    if (now.major()) {
      return now.busy().isEmpty() ? folds.fold(KeyRange.ALL, true, "major") : Optional.empty();
    }
    boolean mayFold = mayFold(layout, now);
    Optional<Plan> plan = mayFold ? references(layout, now, folds) : Optional.empty();
    if (plan.isEmpty()) {
      plan = run(layout, now, folds);
    }
    if (plan.isEmpty() && mayFold) {
      plan = fold(layout, now, folds);
    }
    return plan;
  }

  /**
   * The merge of files that somebody else has chosen, into one run.
   *
   * @param layout the layout that the files are of
   * @param chosen at least one file
   */
  public Plan forced(Layout layout, List<FileMeta> chosen) {
    boolean all = chosen.size() == layout.files().size();
    return new Plan(
        Plan.Kind.RUN,
        KeyRange.ALL,
        chosen,
        chosen,
        List.of(),
        Set.of(),
        all,
        chosen.stream().mapToLong(layout::liveBytes).sum(),
        "chosen by a coprocessor or a configured policy");
  }

  /**
   * One fold at a time, and none beside anything else that gives up bases or runs, as HBase does
   * with files whose cells have all expired. Before there are ranges a fold waits for the merges
   * under way as well: what they leave makes the ranges.
   */
  private static boolean mayFold(Layout layout, Situation now) {
    return !now.folding()
        && (now.busy().isEmpty()
            || isBased(layout)
                && layout.files().stream()
                    .allMatch(file -> isFlush(file) || !now.busy().contains(file.name())));
  }

  private static boolean isBased(Layout layout) {
    return layout.files().stream().anyMatch(file -> file.role() == Role.BASE);
  }

  private static boolean isFlush(FileMeta file) {
    return file.role() == Role.FLUSH;
  }

  /** Half files of a region split or merge: HBase splits no region that has any. */
  private static Optional<Plan> references(Layout layout, Situation now, FoldBuilder folds) {
    Optional<KeyRange> range =
        layout.files().stream()
            .filter(file -> file.isReference() && !FoldBuilder.isDead(layout, file))
            .map(file -> liveRange(layout, file))
            .reduce(KeyRange::hull);
    if (range.isPresent()) {
      return folds.fold(range.get(), true, "half files");
    }
    return FoldBuilder.dead(layout, now.busy()).stream().anyMatch(FileMeta::isReference)
        ? buryDead(layout, folds)
        : Optional.empty();
  }

  private static KeyRange liveRange(Layout layout, FileMeta file) {
    Optional<KeyRange> live = layout.live(file).stream().reduce(KeyRange::hull);
    return live.or(file::range).orElse(KeyRange.ALL);
  }

  /**
   * Files in which nothing is live are given up along with others: the output of a compaction names
   * what it replaces, and by that alone a store that is opened after a crash knows them for dead.
   */
  private static Optional<Plan> buryDead(Layout layout, FoldBuilder folds) {
    return layout.partitions().stream()
        .filter(partition -> partition.sources() > 0)
        .min(Comparator.comparingLong(Partition::bytes))
        .flatMap(partition -> folds.fold(partition.range(), false, "nothing live"));
  }

  private Optional<Plan> run(Layout layout, Situation now, FoldBuilder folds) {
    List<FileMeta> level0 = layout.level0();
    int free = level0.size();
    while (free > 0 && !now.busy().contains(level0.get(free - 1).name())) {
      free--;
    }
    // Only files newer than those being merged, or a run would be newer than what it lacks.
    List<FileMeta> flushes = level0.subList(free, level0.size());
    if (free == 0 && setsFirstRanges(layout, now)) {
      return folds.fold(KeyRange.ALL, true, "first ranges");
    }
    if (flushes.size() < runFiles(layout)
        || layout.maxSlices() + runsUnderWay(layout, now.busy()) >= settings.slicesMax()) {
      return Optional.empty();
    }
    return Optional.of(
        new Plan(
            Plan.Kind.RUN,
            KeyRange.ALL,
            flushes,
            flushes,
            List.of(),
            Set.of(),
            false,
            flushes.stream().mapToLong(layout::liveBytes).sum(),
            "Level 0 has " + level0.size() + " files"));
  }

  /** With Level 1 all but empty there is nothing to link to: what is there makes the ranges. */
  private boolean setsFirstRanges(Layout layout, Situation now) {
    List<FileMeta> level0 = layout.level0();
    if (level0.isEmpty()
        || !now.busy().isEmpty()
        || layout.files().stream().anyMatch(file -> !isFlush(file))
        || layout.files().size() < runFiles(layout)) {
      return false;
    }
    long bytes = level0.stream().mapToLong(FileMeta::bytes).sum();
    return layout.bytes() - bytes <= bytes;
  }

  /** At most; each of them adds a slice to every partition when it is done. */
  private int runsUnderWay(Layout layout, Set<String> busy) {
    long flushes =
        layout.files().stream().filter(file -> isFlush(file) && busy.contains(file.name())).count();
    return (int) (flushes / settings.runFilesMin());
  }

  private Optional<Plan> fold(Layout layout, Situation now, FoldBuilder folds) {
    Survey survey = new Survey(layout, now.busy());
    long limit = partitionLimit(layout);
    int nearCap = (int) Math.ceil(settings.slicesMax() * CAP_MARGIN);
    Optional<Plan> plan =
        foldWorst(
            survey,
            limit,
            i -> survey.partition(i).sliceFiles() >= nearCap && survey.hasSlice(i, file -> true),
            range -> folds.fold(range, false, "slice cap"));
    if (plan.isEmpty()) {
      plan =
          foldWorst(
              survey,
              limit,
              i -> hasPaid(survey, now, i),
              range -> folds.fold(range, true, "scans"));
    }
    if (plan.isEmpty()) {
      plan =
          foldWorst(
              survey,
              limit,
              i -> hasGrown(survey, limit, i),
              range -> folds.fold(range, false, "grown"));
    }
    if (plan.isEmpty() && now.idle()) {
      plan = idleFold(layout, survey, now, folds);
    }
    return plan.isPresent() ? plan : smallNeighbours(layout, folds);
  }

  private Optional<Plan> idleFold(Layout layout, Survey survey, Situation now, FoldBuilder folds) {
    long limit = partitionLimit(layout);
    Optional<Plan> plan =
        foldWorst(
            survey,
            limit,
            i -> isWorthIdleTime(survey, now, i),
            range -> folds.fold(range, true, "idle"));
    if (plan.isEmpty()
        && layout.bytes() - layout.liveBytes() > settings.spaceMax() * layout.liveBytes()) {
      plan =
          foldWorst(
              survey,
              limit,
              i -> survey.hasSlice(i, file -> layout.liveBytes(file) < file.bytes()),
              range -> folds.fold(range, true, "space"));
    }
    if (plan.isEmpty() && !FoldBuilder.dead(layout, now.busy()).isEmpty()) {
      plan = buryDead(layout, folds);
    }
    return plan.isPresent() ? plan : purge(layout, folds);
  }

  /** The partition with the most sources of those that qualify, with neighbours that do. */
  private static Optional<Plan> foldWorst(
      Survey survey, long limit, IntPredicate qualifies, Function<KeyRange, Optional<Plan>> fold) {
    int worst = -1;
    for (int i = 0; i < survey.partitions(); i++) {
      if (qualifies.test(i) && (worst < 0 || survey.sources(i) > survey.sources(worst))) {
        worst = i;
      }
    }
    if (worst < 0) {
      return Optional.empty();
    }
    int first = worst;
    int last = worst;
    long room = FOLD_LIMITS * limit - survey.partition(worst).bytes();
    boolean grown = true;
    while (grown) {
      grown = false;
      if (fits(survey, last + 1, room, qualifies)) {
        room -= survey.partition(++last).bytes();
        grown = true;
      }
      if (fits(survey, first - 1, room, qualifies)) {
        room -= survey.partition(--first).bytes();
        grown = true;
      }
    }
    return fold.apply(survey.partition(first).range().hull(survey.partition(last).range()));
  }

  private static boolean fits(Survey survey, int index, long room, IntPredicate qualifies) {
    return index >= 0
        && index < survey.partitions()
        && survey.partition(index).bytes() <= room
        && qualifies.test(index);
  }

  private static boolean hasPaid(Survey survey, Situation now, int index) {
    Partition partition = survey.partition(index);
    long debt = now.scanDebt().applyAsLong(partition);
    return debt >= partition.bytes()
        && survey.sources(index) > 1
        && debt >= partition.bytes() + survey.level0Bytes(index);
  }

  private static boolean hasGrown(Survey survey, long limit, int index) {
    KeyRange range = survey.partition(index).range();
    long local = survey.sliceBytes(index, file -> file.span().map(range::encloses).orElse(false));
    return local > 0 && local >= LOCAL_GROWTH * limit;
  }

  private boolean isWorthIdleTime(Survey survey, Situation now, int index) {
    int sources = survey.sources(index);
    long added = survey.sliceBytes(index, file -> true) + survey.level0Bytes(index);
    return sources > settings.idleSources()
        || sources > 1
            && now.superseded() * added > settings.spaceMax() * survey.partition(index).baseBytes();
  }

  private Optional<Plan> purge(Layout layout, FoldBuilder folds) {
    for (FileMeta file : layout.files()) {
      if (file.role() == Role.BASE
          && !file.isPurged()
          && file.deletes() > 0
          && file.deletes() >= file.cells() / DELETES_ONE_IN) {
        Optional<Plan> plan =
            folds
                .fold(file.range().orElseThrow(), true, "delete markers")
                .filter(Plan::dropDeletes);
        if (plan.isPresent()) {
          return plan;
        }
      }
    }
    return Optional.empty();
  }

  /** The smallest partition and its emptier neighbours, where there are far more than wanted. */
  private Optional<Plan> smallNeighbours(Layout layout, FoldBuilder folds) {
    List<Partition> held =
        layout.partitions().stream().filter(partition -> partition.sources() > 0).toList();
    if (held.size() <= CROWDED * settings.partitions()) {
      return Optional.empty();
    }
    long limit = partitionLimit(layout);
    int first = held.indexOf(held.stream().min(Comparator.comparingLong(Partition::bytes)).get());
    int last = first;
    long bytes = held.get(first).bytes();
    while (true) {
      long before = first > 0 ? held.get(first - 1).bytes() : Long.MAX_VALUE;
      long after = last + 1 < held.size() ? held.get(last + 1).bytes() : Long.MAX_VALUE;
      long least = Math.min(before, after);
      if (least == Long.MAX_VALUE || bytes + least > limit) {
        break;
      }
      bytes += least;
      if (before <= after) {
        first--;
      } else {
        last++;
      }
    }
    return first == last
        ? Optional.empty()
        : folds.fold(
            held.get(first).range().hull(held.get(last).range()), false, "small neighbours");
  }
}
