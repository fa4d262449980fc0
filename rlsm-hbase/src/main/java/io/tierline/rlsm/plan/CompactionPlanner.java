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
import io.tierline.rlsm.layout.Layout;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a store compacts next.
 *
 * <p>Every cell is written three times in a store that is loaded and then left alone: when it is
 * flushed, when its flush is merged with others into a run, and when its partition is folded. A run
 * of about the square root of the flushes that are not folded yet keeps files in Level 0 and files
 * per partition in balance, which is the least number of sorted runs that two merges a cell allow.
 * In a large store a run has more of them: reads that meet many files in Level 0 pay for an earlier
 * merge, and where nobody reads, the last runs are so large that it pays to leave them alone. A run
 * is cut at the borders of the partitions while it is written, so that each file belongs to one of
 * them. Partitions are folded only when waiting longer would cost more than folding; {@link
 * FoldChoice} knows when.
 *
 * <p>Deterministic: the same layout and situation give the same plan. Thread-safe.
 */
public final class CompactionPlanner {

  /** Files in Level 0 for the square root of the flushes that are not folded. */
  private static final double RUN_FACTOR = 2;

  /**
   * In a large store a run has one in so many of them: the newest runs are not folded when the
   * store is idle, so the larger these are, the less is rewritten then. A merge takes no more space
   * than this beside the store.
   */
  private static final double RUN_ONE_IN = 6;

  /**
   * A store of fewer partitions gets its borders from its next fold: a run that is cut beside that
   * would join what the fold cuts.
   */
  private static final int FEW_PARTITIONS = 4;

  /** A store whose cells are not overwritten has one partition for so many of another. */
  private static final int OVERWRITTEN_PARTITIONS = 4;

  /** In an overwritten store partitions may be so many times smaller than they usually are. */
  private static final int OVERWRITTEN_LEAST = 16;

  /** What a partition gets of a run is worth a file if it has one byte in so many of the least. */
  private static final int RUN_PART_ONE_IN = 8;

  /** And at least one in so many of those that a run has elsewhere. */
  private static final int OVERWRITTEN_RUN_LEAST_ONE_IN = 3;

  /** A store is overwritten if more than so much of its bytes is superseded. */
  private static final double OVERWRITTEN = 0.1;

  /** Above what makes flushes wait, merges wait as well: by live bytes. */
  private static final double MERGES_WAIT = 0.1;

  private final PlannerSettings settings;

  /** Of the layout that was looked at last: HBase asks twice and more before that changes. */
  private volatile @Nullable Looked looked;

  private record Looked(Layout layout, Space space) {}

  /** A planner with an operator's settings. */
  public CompactionPlanner(PlannerSettings settings) {
    this.settings = settings;
  }

  /** What the planner was told. */
  public PlannerSettings settings() {
    return settings;
  }

  /** The bytes of a partition that a fold writes. */
  public long partitionLimit(Layout layout) {
    return partitionLimit(layout, space(layout));
  }

  private Space space(Layout layout) {
    Looked last = looked;
    if (last == null || last.layout() != layout) {
      last = new Looked(layout, new Space(layout, settings));
      looked = last;
    }
    return last.space();
  }

  private long partitionLimit(Layout layout, Space space) {
    return isOverwritten(layout, space)
        ? Math.max(leastPartition(), layout.bytes() / settings.partitions())
        : limitOfNew(layout);
  }

  private static boolean isOverwritten(Layout layout, Space space) {
    return space.all().likely() > OVERWRITTEN * layout.bytes();
  }

  /**
   * Whether flushes should wait: the files, and what compactions are about to write beside them,
   * take too much space for what is live. Not where little is superseded, as while an operator has
   * everything rewritten, and not in a store of a few flushes.
   *
   * @param busy names of files that compactions are giving up, or are about to
   */
  public boolean isFull(Layout layout, Set<String> busy) {
    return isFull(layout, busy, settings.blockingSpace());
  }

  private boolean isFull(Layout layout, Set<String> busy, double most) {
    if (settings.blockingSpace() == 0 || busy.isEmpty()) {
      return false;
    }
    Space space = space(layout);
    double live = space.live();
    return !SmallStore.of(space, settings).isSmall()
        && space.all().likely() > settings.loadSpace() * live
        && layout.bytes() + space.left(busy) > most * live;
  }

  /**
   * Whether a compaction is for the threads that do long ones. Merges are not, whatever their size:
   * flushes may have to wait for them. Nor is a fold beside another one that takes no longer than a
   * merge: superseded bytes would pile up while a thread has nothing to do.
   *
   * @param busy names of files that other compactions are giving up
   */
  public boolean isLong(Layout layout, Set<String> busy, Plan plan) {
    if (plan.kind() == Plan.Kind.RUN) {
      return false;
    }
    boolean beside =
        layout.files().stream()
            .anyMatch(file -> busy.contains(file.name()) && !layout.isInLevel0(file));
    return !beside || plan.bytes() > runFiles(layout) * settings.flushBytes();
  }

  /** The bytes of a partition where nothing is superseded. */
  private long limitOfNew(Layout layout) {
    int partitions = Math.max(1, settings.partitions() / OVERWRITTEN_PARTITIONS);
    return Math.max(settings.partitionBytes(), layout.bytes() / partitions);
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
            .mapToLong(FileMeta::bytes)
            .sum();
    double unfolded = (double) (flushBytes + runBytes) * level0.size() / flushBytes;
    long files = Math.round(Math.max(RUN_FACTOR * Math.sqrt(unfolded), unfolded / RUN_ONE_IN));
    Space space = space(layout);
    if (isOverwritten(layout, space)) {
      double live = space.live() * level0.size() / flushBytes;
      files = Math.min(files, SmallStore.of(space, settings).runFlushes(live));
    }
    return (int) Math.max(leastRun(layout), Math.min(settings.runFilesMax(), files));
  }

  /** In an overwritten store as few as give each partition a file that is worth being made. */
  private int leastRun(Layout layout) {
    Space space = space(layout);
    if (SmallStore.of(space, settings).isWhole() || !isOverwritten(layout, space)) {
      return settings.runFilesMin();
    }
    long bytes = layout.partitions().size() * settings.partitionBytesMin() / RUN_PART_ONE_IN;
    int files = (int) Math.min(settings.runFilesMax(), -Math.floorDiv(-bytes, flushBytes()));
    return Math.max(Math.max(1, settings.runFilesMin() / OVERWRITTEN_RUN_LEAST_ONE_IN), files);
  }

  private long flushBytes() {
    return Math.max(1, settings.flushBytes());
  }

  private Circumstances in(Layout layout, Situation now, long limit) {
    Space space = space(layout);
    long bases =
        isOverwritten(layout, space)
            ? Math.max(leastPartition(), (long) (space.live() / settings.partitions()))
            : 0;
    return new Circumstances(layout, now, settings, limit, bases);
  }

  private long leastPartition() {
    return Math.max(settings.partitionBytesMin(), settings.partitionBytes() / OVERWRITTEN_LEAST);
  }

  /** What to compact next; nothing if the store is as it should be. */
  public Optional<Plan> plan(Layout layout, Situation now) {
    if (now.major()) {
      Folds all = new Folds(in(layout, now, limitOfNew(layout)));
      return now.busy().isEmpty() ? all.files(layout.files(), "major") : Optional.empty();
    }
    Space space = space(layout);
    long limit = partitionLimit(layout, space);
    Circumstances in = in(layout, now, limit);
    Folds folds = new Folds(in);
    boolean young =
        layout.partitions().size() < FEW_PARTITIONS
            && layout.bytes() < 2 * settings.partitionBytes();
    // Flushes that come fast must not wait for a compaction that does not end.
    boolean crowded = layout.level0().size() >= settings.runFilesMax();
    if (young && !crowded && !now.busy().isEmpty()) {
      return Optional.empty();
    }
    Merges merges = new Merges(in);
    FoldChoice choice = new FoldChoice(in, folds, merges, space);
    return choice
        .references()
        .or(choice::wholeSmallStore)
        .or(() -> whole(layout, now, tinyStore(), "tiny"))
        .or(() -> run(layout, now, merges, choice))
        .or(choice::urgent)
        .or(() -> paidLevel0(layout, now, merges))
        .or(() -> now.idle() ? choice.idle() : Optional.empty())
        .or(choice::smallNeighbours)
        .filter(plan -> hasRoom(layout, now, plan));
  }

  /** A merge frees little: where there is no room for what it writes it waits for a fold to end. */
  private boolean hasRoom(Layout layout, Situation now, Plan plan) {
    if (now.busy().isEmpty() || plan.kind() == Plan.Kind.FOLD) {
      return true;
    }
    Set<String> giving = new HashSet<>(now.busy());
    plan.inputs().forEach(file -> giving.add(file.name()));
    return !isFull(layout, giving, settings.blockingSpace() + MERGES_WAIT);
  }

  /**
   * What to compact when an operator asks for it: as ever, or else all of a store that is smaller
   * than a flush, or else whatever lies in Level 0, be it fewer files than a run has.
   */
  public Optional<Plan> asked(Layout layout, Situation now) {
    return plan(layout, now)
        .or(() -> whole(layout, now, settings.flushBytes(), "asked for"))
        .or(
            () -> {
              Merges merges = new Merges(in(layout, now, partitionLimit(layout)));
              List<FileMeta> flushes = merges.free();
              return flushes.size() > 1 ? merges.merge(flushes, "asked for") : Optional.empty();
            });
  }

  /**
   * All of a store that is no larger than so many bytes. The stock engine takes every file that is
   * smaller than a flush into a minor compaction, so that one file is left of a small store: users
   * count on it.
   */
  private Optional<Plan> whole(Layout layout, Situation now, long bytes, String reason) {
    if (layout.bytes() > bytes || !now.busy().isEmpty()) {
      return Optional.empty();
    }
    // What has no cells is given up only with what has.
    long files = layout.files().stream().filter(file -> file.span().isPresent()).count();
    return files >= settings.runFilesMin()
        ? new Folds(in(layout, now, limitOfNew(layout))).files(layout.files(), reason)
        : Optional.empty();
  }

  /** Bytes up to which a store is made one file unasked, as that costs nothing. */
  private long tinyStore() {
    return Math.min(settings.partitionBytesMin(), settings.flushBytes());
  }

  /**
   * The merge of files that somebody else has chosen.
   *
   * @param layout the layout that the files are of
   * @param chosen at least one file
   */
  public Plan forced(Layout layout, List<FileMeta> chosen) {
    Situation now = Situation.quiet(false);
    return new Merges(in(layout, now, partitionLimit(layout)))
        .exactly(chosen, "chosen by a coprocessor or a configured policy");
  }

  private Optional<Plan> run(Layout layout, Situation now, Merges merges, FoldChoice choice) {
    List<FileMeta> flushes = merges.free();
    if (flushes.size() < runFiles(layout)) {
      return Optional.empty();
    }
    boolean capped = layout.maxDepth() + runsUnderWay(layout, now) >= settings.slicesMax();
    Optional<Plan> first = capped ? choice.capped() : choice.first(flushes);
    return first.isPresent()
        ? first
        : merges.merge(flushes, "Level 0 has " + layout.level0().size() + " files");
  }

  /**
   * Level 0 is merged before it makes a run if reads have paid for that: a cell leaves it by one
   * merge, late or early. Not while some of it is being merged: what reads have paid until then is
   * what that merge pays back.
   */
  private Optional<Plan> paidLevel0(Layout layout, Situation now, Merges merges) {
    List<FileMeta> flushes = merges.free();
    long bytes = flushes.stream().mapToLong(FileMeta::bytes).sum();
    return flushes.size() == layout.level0().size()
            && flushes.size() >= settings.runFilesMin()
            && now.level0Debt() >= bytes
        ? merges.merge(flushes, "reads")
        : Optional.empty();
  }

  /** At most; each of them adds a file to every partition when it is done. */
  private int runsUnderWay(Layout layout, Situation now) {
    long flushes = layout.level0().stream().filter(file -> !now.isFree(file)).count();
    return (int) (flushes / leastRun(layout));
  }
}
