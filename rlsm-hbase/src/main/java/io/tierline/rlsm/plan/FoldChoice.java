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
import io.tierline.rlsm.layout.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which partitions are folded: where waiting longer would cost more than folding. That is
 * at the slice cap; when reads have paid as much for the number of files as folding would cost (the
 * ski-rental rule, so that nobody pays more than twice what foresight would); when a partition has
 * outgrown the others; when superseded bytes take too much space; when the store is idle; and when
 * half files of a region split keep it from being split again.
 */
final class FoldChoice {

  /** A fold takes neighbours along up to so many partition limits. */
  private static final int FOLD_LIMITS = 8;

  /** Folding starts at this fraction of the slice cap, so that the cap is not reached. */
  private static final double CAP_MARGIN = 0.75;

  /** A partition that has grown to so many limits is cut. */
  private static final int GROWN_LIMITS = 4;

  /**
   * So is one with more than so much of the store: neither of the two that a region split leaves of
   * four,
   */
  private static final double GROWN_SHARE = 0.75;

  /** if it has one byte in so many of a partition. */
  private static final int FIRST_GROWN_ONE_IN = 4;

  /**
   * Where less of a partition is superseded than so much of what a store may hold, a fold only
   * writes, and keeps a thread from what is worth more.
   */
  private static final double LITTLE = 0.7;

  /** Superseded bytes do not matter in a store below one in so many of the partition limit. */
  private static final int SMALL_LIMITS = 4;

  /** Compactions that may run beside each other. */
  private static final int FOLDS_AT_ONCE = 2;

  /**
   * However much is read, a partition is folded only when new bytes are at least one in so many:
   * this bounds what reads can make a store write.
   */
  private static final int READS_NEW_ONE_IN = 2;

  /**
   * In an idle store, which has no more to come, all but its largest file is new to a partition.
   * Where that is less than one byte in so many, reads must have paid as many times more.
   */
  private static final int READS_NEW_ONE_IN_IDLE = 3;

  /**
   * Nor are newer files folded of which one has more than so much: each of their cells is then in a
   * file two and a half times as large.
   */
  private static final double READS_MOST_IN_ONE = 0.4;

  /** In an idle store. */
  private static final double READS_MOST_IN_ONE_IDLE = 0.5;

  /**
   * There a byte that is folded costs so many that are read: it is read, compared and written for
   * readers who may be gone, where a load would sooner or later have it folded anyway.
   */
  private static final int IDLE_PRICE = 3;

  /**
   * A base is rewritten to be rid of its delete markers if they are at least one cell in so many.
   */
  private static final int DELETES_ONE_IN = 10;

  /** Small neighbours are merged when there are so many times the wanted number of partitions. */
  private static final int CROWDED = 6;

  private final Folds folds;
  private final Merges merges;
  private final List<Partition> partitions;
  private final Space space;
  private final SmallStore small;

  /** Null until somebody asks: most plans are made while nothing is folded, after each flush. */
  private int @Nullable [] level0Files;

  private final Circumstances in;

  FoldChoice(Circumstances in, Folds folds, Merges merges, Space space) {
    this.in = in;
    this.folds = folds;
    this.merges = merges;
    this.partitions = in.layout().partitions();
    this.space = space;
    this.small = SmallStore.of(space, in.settings());
  }

  /** Half files of a region split or merge: HBase splits no region that has any. */
  Optional<Plan> references() {
    List<FileMeta> halves =
        in.layout().files().stream()
            .filter(file -> file.isReference() && in.now().isFree(file))
            .toList();
    if (halves.isEmpty()) {
      return Optional.empty();
    }
    for (int i = 0; i < partitions.size(); i++) {
      Partition partition = partitions.get(i);
      if (partition.files().stream().anyMatch(halves::contains)) {
        Optional<Plan> plan =
            neighbours(i, halves)
                .or(() -> folds.fold(List.of(partition), "half files"))
                .or(() -> folds.files(prefix(partition, halves), "half files"));
        if (plan.isPresent()) {
          return plan;
        }
      }
    }
    List<FileMeta> flushes = merges.free();
    for (int i = flushes.size(); i > 0; i--) {
      if (flushes.get(i - 1).isReference()) {
        return merges.merge(flushes.subList(0, i), "half files");
      }
    }
    List<FileMeta> empty = halves.stream().filter(file -> file.span().isEmpty()).toList();
    return empty.isEmpty() ? Optional.empty() : folds.files(empty, "half files");
  }

  /** Where regions were merged all files are half files: neighbours are rewritten in one go. */
  private Optional<Plan> neighbours(int first, List<FileMeta> halves) {
    List<FileMeta> files = new ArrayList<>();
    long room = FOLD_LIMITS * in.limit();
    int next = first;
    while (next < partitions.size()) {
      Partition partition = partitions.get(next);
      room -= partition.bytes();
      if (room < 0 || partition.files().stream().noneMatch(halves::contains)) {
        break;
      }
      files.addAll(prefix(partition, halves));
      next++;
    }
    return next - first > 1 ? folds.files(files, "half files") : Optional.empty();
  }

  /** The oldest files of a partition up to its newest half file, be it a single one. */
  private static List<FileMeta> prefix(Partition partition, List<FileMeta> halves) {
    List<FileMeta> files = partition.files();
    int newest = files.size();
    while (!halves.contains(files.get(newest - 1))) {
      newest--;
    }
    return files.subList(0, newest);
  }

  /** All of a store that is too small for runs, if it is worth it. */
  Optional<Plan> wholeSmallStore() {
    // Beside a merge it would leave out what has superseded most.
    if (!small.isWhole() || !in.now().busy().isEmpty() || !areTooMany(space.all())) {
      return Optional.empty();
    }
    Optional<Plan> plan =
        partitions.isEmpty()
            ? merges.merge(merges.free(), "space")
            : folds.fold(partitions, "space");
    return plan.filter(each -> each.drops().surplus());
  }

  /**
   * The first compaction of a store takes the flush along that is a partition by itself, and gives
   * the store its borders. A run would join that flush and be folded with it at once.
   *
   * @param flushes all that may be merged
   */
  Optional<Plan> first(List<FileMeta> flushes) {
    boolean isNew =
        partitions.size() == 1
            && in.layout().files().stream().allMatch(file -> file.role() == Role.FLUSH)
            && flushes.size() == in.layout().level0().size()
            && partitions.get(0).bytes() <= flushes.stream().mapToLong(FileMeta::bytes).sum();
    return isNew ? folds.fold(partitions, "first") : Optional.empty();
  }

  private boolean areTooMany(Space.Bytes superseded) {
    return superseded.areTooMany(in.layout().bytes(), loadSpace(), in.limit() / SMALL_LIMITS);
  }

  /** What cannot wait until the store is idle. */
  Optional<Plan> urgent() {
    return capped()
        .or(() -> foldWorst(this::hasGrown, "grown"))
        .or(this::space)
        .or(() -> foldWorst(this::hasPaid, "reads"))
        .or(this::newerFiles);
  }

  /**
   * The deepest partition near the slice cap gives up half of its depth, where that is cheapest.
   */
  Optional<Plan> capped() {
    int nearCap = (int) Math.ceil(in.settings().slicesMax() * CAP_MARGIN);
    int worst = deepest(i -> sources(i) >= nearCap);
    return worst < 0
        ? Optional.empty()
        : cheapest(worst, partitions.get(worst).depth() / 2, "slice cap");
  }

  private Optional<Plan> cheapest(int index, int most, String reason) {
    Partition partition = partitions.get(index);
    return folds
        .cheapest(partition, Math.max(1, most), reason)
        .or(() -> folds.fold(List.of(partition), reason));
  }

  /** A partition that is too large is cut, if enough of it is new that it is worth rewriting. */
  private boolean hasGrown(int index) {
    Partition partition = partitions.get(index);
    long bytes = partition.bytes();
    boolean large =
        bytes >= GROWN_LIMITS * in.limit()
            || bytes >= in.settings().partitionBytes() / FIRST_GROWN_ONE_IN
                && bytes > GROWN_SHARE * in.layout().bytes();
    return large && partition.baseBytes() <= bytes / 2;
  }

  private boolean hasPaid(int index) {
    Partition partition = partitions.get(index);
    long bytes = partition.bytes();
    long paid = paid(partition);
    if (paid < bytes) {
      return false;
    }
    if (!in.now().idle()) {
      return partition.baseBytes() <= bytes - bytes / READS_NEW_ONE_IN;
    }
    long largest = partition.files().stream().mapToLong(FileMeta::bytes).max().orElse(0);
    return (double) paid * (bytes - largest) * READS_NEW_ONE_IN_IDLE >= (double) bytes * bytes;
  }

  /** Bytes whose folding reads have paid for. */
  private long paid(Partition partition) {
    long debt = in.now().readDebt().applyAsLong(partition);
    return in.now().idle() ? debt / IDLE_PRICE : debt;
  }

  /**
   * The newer files of a partition are folded without the older ones if reads have paid for that,
   * and not too much of it is in one file already: so a cell is rewritten for reads only as often
   * as the newer files have grown by a factor.
   */
  private Optional<Plan> newerFiles() {
    return IntStream.range(0, partitions.size())
        .filter(i -> folds.isFree(partitions.get(i)))
        .mapToObj(partitions::get)
        .flatMap(partition -> paidNewer(partition).stream())
        .filter(Folds::someOverlap)
        .flatMap(files -> folds.files(files, "reads").stream())
        .findFirst();
  }

  private Optional<List<FileMeta>> paidNewer(Partition partition) {
    List<FileMeta> files = partition.files();
    long debt = paid(partition);
    long bytes = 0;
    long largest = 0;
    double mostInOne = in.now().idle() ? READS_MOST_IN_ONE_IDLE : READS_MOST_IN_ONE;
    int from = files.size();
    Optional<List<FileMeta>> most = Optional.empty();
    while (from > 1 && bytes <= debt) {
      from--;
      bytes += files.get(from).bytes();
      largest = Math.max(largest, files.get(from).bytes());
      if (bytes <= debt && largest <= mostInOne * bytes) {
        most = Optional.of(files.subList(from, files.size()));
      }
    }
    return most;
  }

  /** Superseded bytes are given up before they take too much space, whoever has to wait for it. */
  private Optional<Plan> space() {
    Space.Bytes all = space.byLevel0();
    for (int i = 0; i < partitions.size(); i++) {
      // What is being folded is as good as gone.
      all = folds.isFree(partitions.get(i)) ? all.plus(space.in(i)) : all;
    }
    if (small.isWhole() || !areTooMany(all)) {
      return Optional.empty();
    }
    List<FileMeta> flushes = merges.free();
    // Beside another merge a few flushes would only become many small files.
    if (flushes.size() > 1
        && flushes.size() == in.layout().level0().size()
        && space.byLevel0().most() > all.most() / 2) {
      return merges.merge(flushes, "space");
    }
    // What the worst cannot be rid of now, as beside a bulk load, must not keep the others. What
    // Level 0 has superseded is not where a fold finds it before it has been merged.
    double share = in.settings().loadSpace() / (1 + in.settings().loadSpace());
    double little = Math.max(all.most() / in.layout().bytes() / 2, LITTLE * share);
    return IntStream.range(0, partitions.size())
        .filter(i -> folds.isFree(partitions.get(i)) && superseded(i) >= little)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -superseded(i)))
        .flatMap(i -> folds.fold(List.of(partitions.get(i)), "space").stream())
        .filter(plan -> plan.drops().surplus())
        .findFirst();
  }

  /** The share of a partition's bytes that is superseded at most. */
  private double superseded(int index) {
    return space.in(index).most() / partitions.get(index).bytes();
  }

  /**
   * Superseded bytes that the store may hold, as a fraction of live ones. If its partitions are
   * large it is less, for what a merge of Level 0 and two folds write must find room beside it.
   */
  private double loadSpace() {
    if (small.isSmall()) {
      return small.space();
    }
    long level0 = in.layout().level0().stream().mapToLong(FileMeta::bytes).sum();
    long largest = partitions.stream().mapToLong(Partition::bytes).max().orElse(0);
    double live = in.layout().bytes() - space.all().likely();
    double room = 1 - (level0 + FOLDS_AT_ONCE * largest) / live;
    return Math.max(in.settings().loadSpace() / 2, Math.min(in.settings().loadSpace(), room));
  }

  /** What is worth the time of a store that has nothing else to do. */
  Optional<Plan> idle() {
    IntPredicate worth = this::isWorthIdleTime;
    boolean any = false;
    for (int i = 0; i < partitions.size(); i++) {
      any |= worth.test(i);
    }
    if (any) {
      List<FileMeta> flushes = merges.free();
      int worst = deepest(worth);
      Optional<Plan> fold = worst < 0 ? Optional.empty() : idle(worst);
      if (fold.isPresent() && (flushes.isEmpty() || isBeforeMerge(fold.get(), flushes))) {
        return fold;
      }
      if (!flushes.isEmpty()) {
        return merges.merge(flushes, "idle");
      }
    }
    return purge();
  }

  /** Whether a fold need not wait for a merge of Level 0, or would do less without it. */
  private static boolean isBeforeMerge(Plan fold, List<FileMeta> flushes) {
    return flushes.size() < 2 && fold.drops().surplus() || fold.inputs().containsAll(flushes);
  }

  private Optional<Plan> idle(int index) {
    return isWorthWholeFold(index)
        ? folds.fold(List.of(partitions.get(index)), "idle")
        : cheapest(index, in.settings().idleSources() - level0Files(index), "idle");
  }

  private boolean isWorthIdleTime(int index) {
    return sources(index) > in.settings().idleSources() || isWorthWholeFold(index);
  }

  /** Whether it is rid of many superseded bytes, or reads have paid for it and much is new. */
  private boolean isWorthWholeFold(int index) {
    Partition partition = partitions.get(index);
    return space.in(index).likely() > in.settings().idleSpace() * partition.baseBytes()
        || partition.depth() > 1 && hasPaid(index);
  }

  /** The most files that a read of one row of a partition may have to look into. */
  private int sources(int index) {
    return partitions.get(index).depth() + level0Files(index);
  }

  /** The partition with the most sources of those that qualify and are free; -1 if none is. */
  private int deepest(IntPredicate qualifies) {
    int worst = -1;
    for (int i = 0; i < partitions.size(); i++) {
      if (folds.isFree(partitions.get(i))
          && qualifies.test(i)
          && (worst < 0 || partitions.get(i).depth() > partitions.get(worst).depth())) {
        worst = i;
      }
    }
    return worst;
  }

  /** Files of Level 0 that overlap a partition. */
  private int level0Files(int index) {
    if (level0Files == null) {
      level0Files = new int[partitions.size()];
      for (FileMeta file : in.layout().level0()) {
        for (int i = 0; i < level0Files.length; i++) {
          level0Files[i] += file.span().orElseThrow().overlaps(partitions.get(i).range()) ? 1 : 0;
        }
      }
    }
    return level0Files[index];
  }

  /** The partition with the most sources of those that qualify, with neighbours that do. */
  private Optional<Plan> foldWorst(IntPredicate qualifies, String reason) {
    IntPredicate may = i -> folds.isFree(partitions.get(i)) && qualifies.test(i);
    int worst = deepest(qualifies);
    if (worst < 0) {
      return Optional.empty();
    }
    int first = worst;
    int last = worst;
    long room = FOLD_LIMITS * in.limit() - partitions.get(worst).bytes();
    boolean grown = true;
    while (grown) {
      grown = false;
      if (fits(last + 1, room, may)) {
        room -= partitions.get(++last).bytes();
        grown = true;
      }
      if (fits(first - 1, room, may)) {
        room -= partitions.get(--first).bytes();
        grown = true;
      }
    }
    Partition alone = partitions.get(worst);
    return folds
        .fold(partitions.subList(first, last + 1), reason)
        .or(() -> folds.fold(List.of(alone), reason));
  }

  private boolean fits(int index, long room, IntPredicate may) {
    return index >= 0
        && index < partitions.size()
        && partitions.get(index).bytes() <= room
        && may.test(index);
  }

  /** A base that could be rid of many delete markers is written again. */
  private Optional<Plan> purge() {
    for (FileMeta file : in.layout().files()) {
      if (file.role() == Role.BASE
          && !in.settings().keepsDeleted()
          && file.deletes() > 0
          && file.deletes() >= file.cells() / DELETES_ONE_IN) {
        Optional<Plan> plan =
            folds.files(List.of(file), "delete markers").filter(each -> each.drops().deletes());
        if (plan.isPresent()) {
          return plan;
        }
      }
    }
    return Optional.empty();
  }

  /** The smallest partition and its emptier neighbours, where there are far more than wanted. */
  Optional<Plan> smallNeighbours() {
    if (partitions.size() <= CROWDED * in.settings().partitions()) {
      return Optional.empty();
    }
    int first =
        partitions.indexOf(
            partitions.stream().min(Comparator.comparingLong(Partition::bytes)).get());
    int last = first;
    long bytes = partitions.get(first).bytes();
    while (true) {
      long before = bytesAt(first - 1);
      long after = bytesAt(last + 1);
      long least = Math.min(before, after);
      if (least == Long.MAX_VALUE || bytes + least > in.limit()) {
        break;
      }
      bytes += least;
      if (before <= after) {
        first--;
      } else {
        last++;
      }
    }
    List<FileMeta> files =
        partitions.subList(first, last + 1).stream()
            .flatMap(partition -> partition.files().stream())
            .toList();
    return first == last || DropRule.closed(in.layout(), files).size() > files.size()
        ? Optional.empty()
        : folds.files(files, "small neighbours");
  }

  /** Bytes of a partition that may be folded; the highest number if there is none. */
  private long bytesAt(int index) {
    return index >= 0 && index < partitions.size() && folds.isFree(partitions.get(index))
        ? partitions.get(index).bytes()
        : Long.MAX_VALUE;
  }
}
