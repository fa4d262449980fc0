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
import io.tierline.rlsm.layout.Partition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * What reads have paid because rows are looked for in more than one file: in bytes, so that it can
 * be held against what a compaction would write. Of one layout; the next one's carries over what no
 * compaction has been done for.
 *
 * <p>Thread-safe: reads add to it without waiting for one another.
 */
public final class ReadDebt {

  /** A file that a scan must seek in costs it about one data block. */
  private static final long SCAN_BYTES = 64 << 10;

  /**
   * A Bloom filter that a get asks for nothing takes the time in which a compaction writes so much:
   * half a microsecond, at 6.5 ns a byte.
   */
  private static final long GET_BYTES = 64;

  private final Layout layout;
  private final Map<Partition, LongAdder> ofPartitions = new HashMap<>();

  /** What was paid before the store was written to last. */
  private final Map<Partition, Long> earlier = new HashMap<>();

  private final LongAdder ofLevel0 = new LongAdder();

  /** Nobody has read anything yet. */
  public ReadDebt(Layout layout) {
    this.layout = layout;
    layout.partitions().forEach(partition -> ofPartitions.put(partition, new LongAdder()));
  }

  /** The debt of the layout that follows. */
  public ReadDebt with(Layout next) {
    ReadDebt after = new ReadDebt(next);
    boolean isWritten = newest(next) > newest(layout);
    after.ofPartitions.forEach(
        (partition, debt) -> {
          long all = left(partition, this::of);
          debt.add(all);
          long recent = isWritten ? 0 : left(partition, this::recent);
          after.earlier.put(partition, Math.max(0, all - recent));
        });
    boolean isSame =
        !layout.level0().isEmpty()
            && !next.level0().isEmpty()
            && layout.level0().get(0).equals(next.level0().get(0));
    after.ofLevel0.add(isSame ? ofLevel0.sum() : 0);
    return after;
  }

  /** Flushes and bulk loads are newer than all that was there, outputs of compactions are not. */
  private static long newest(Layout layout) {
    return layout.files().stream().mapToLong(FileMeta::sequenceId).max().orElse(0);
  }

  /**
   * What is left of the debt of the partition that has the same oldest file: a fold of all has paid
   * it back, one of newer files as much as it has written.
   */
  private long left(Partition partition, ToLongFunction<Partition> paid) {
    FileMeta oldest = partition.files().get(0);
    Partition before =
        layout
            .partitionOf(oldest.span().orElseThrow().start())
            .filter(mine -> mine.files().get(0).equals(oldest))
            .orElse(null);
    if (before == null) {
      return 0;
    }
    long folded =
        partition.files().stream()
            .filter(file -> file.role() == FileMeta.Role.BASE && !before.files().contains(file))
            .mapToLong(FileMeta::bytes)
            .sum();
    return Math.max(0, paid.applyAsLong(before) - folded);
  }

  /** A scan has begun at a row. */
  public void scanned(byte[] row) {
    List<FileMeta> there = layout.filesIn(KeyRange.closed(row, row));
    int level0 = (int) there.stream().filter(layout::isInLevel0).count();
    paid(row, there.size() - level0, level0, SCAN_BYTES);
  }

  /**
   * A row was looked for.
   *
   * @param level1 files of Level 1 among whose rows it lies
   * @param level0 files of Level 0 among whose rows it lies
   * @param filtered whether they have Bloom filters; if not, a block of each was read
   */
  public void gotten(byte[] row, int level1, int level0, boolean filtered) {
    paid(row, level1, level0, filtered ? GET_BYTES : SCAN_BYTES);
  }

  private void paid(byte[] row, int level1, int level0, long bytes) {
    if (level0 > 1) {
      ofLevel0.add((level0 - 1) * bytes);
    }
    if (level1 > 1) {
      layout.partitionOf(row).map(ofPartitions::get).ifPresent(d -> d.add((level1 - 1) * bytes));
    }
  }

  /** What reads have paid for the number of files of a partition. */
  public long of(Partition partition) {
    LongAdder debt = ofPartitions.get(partition);
    return debt == null ? 0 : debt.sum();
  }

  /**
   * What they have paid since the store was written to last. What they paid while it was says
   * nothing about whether there are any now.
   */
  public long recent(Partition partition) {
    return Math.max(0, of(partition) - earlier.getOrDefault(partition, 0L));
  }

  /** What reads have paid for the number of files in Level 0. */
  public long ofLevel0() {
    return ofLevel0.sum();
  }

  /** What reads have paid in all. */
  public long all() {
    return ofLevel0() + ofPartitions.values().stream().mapToLong(LongAdder::sum).sum();
  }
}
