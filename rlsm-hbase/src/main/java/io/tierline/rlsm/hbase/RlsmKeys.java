/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.common.Settings;
import io.tierline.common.UnknownKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keys of RLSM; each may be set for the site, a table or a family, and the most specific holds. */
final class RlsmKeys {
  static final String PREFIX = "tierline.rlsm.";
  private static final Rows ROWS = new Rows(PREFIX);

  /** More superseded bytes than that nobody wants; as a share of the live ones. */
  private static final double MOST_SPACE = 100;

  static final Setting<Long> PARTITION_MAX_BYTES =
      ROWS.size("partition.max.bytes", "0")
          .atLeast(0L)
          .doc(
              """
              Size of the files that a fold writes: a partition of this size is not divided. 0
              means 8 times the size at which the table's memory store is flushed, at least 16
              MB. The size grows with a large store. If cells are overwritten, partitions may
              be smaller: see tierline.rlsm.partitions.""");

  static final Setting<Integer> PARTITIONS =
      ROWS.integer("partitions", "16")
          .atLeast(1)
          .atMost(10_000)
          .doc(
              """
              Number of partitions of a store whose cells are overwritten; each is at least a
              sixteenth of tierline.rlsm.partition.max.bytes, and 4 MB where that is not set.
              With more partitions, a fold needs less space beside the files it replaces. If
              cells are not overwritten, folds do not cut finer than a quarter of this number,
              because each run has a file in each partition.""");

  static final Setting<Integer> SLICES_MAX =
      ROWS.integer("slices.max", "256")
          .atLeast(2)
          .atMost(1_000)
          .doc(
              """
              The slice cap: as long as compactions keep up, no row is in more files than
              this, Level 0 included. Folding starts at three quarters of it. Lower values
              cost writes and save reads.""");

  static final Setting<Integer> RUN_FILES_MIN =
      ROWS.integer("run.files.min", "")
          .follows("the value of hbase.hstore.compaction.min, 3")
          .atLeast(2)
          .atMost(1_000)
          .doc(
              """
              Level 0 files that are merged into a run in a small store. If cells are
              overwritten, a third of it is enough.""");

  static final Setting<Integer> RUN_FILES_MAX =
      ROWS.integer("run.files.max", "128")
          .atLeast(2)
          .atMost(1_000)
          .doc(
              """
              Level 0 files that are merged into a run in a large store. In between, a run has
              about twice the square root of the flushes that are not folded yet, or a sixth of
              them if that is more. Reads that meet many files have them merged earlier. Never
              more than tierline.rlsm.level0.blocking, above which no flush adds to them.""");

  static final Setting<Duration> IDLE_MILLIS =
      ROWS.duration("idle.millis", "")
          .follows("10s; or three times the usual pause between flushes, 10m at most")
          .atLeast(Duration.ZERO)
          .endless()
          .doc(
              """
              A store without a flush for this long is idle, and its partitions are folded. If
              the key is not set, a store with slow writes does not become idle between two
              flushes. Off-peak hours (hbase.offpeak.start.hour) count as idle too.""");

  static final Setting<Integer> IDLE_SOURCES =
      ROWS.integer("idle.sources", "6")
          .atLeast(1)
          .atMost(1_000)
          .doc(
              """
              Most files that a read of one row may meet in an idle store, Level 0 included,
              before files of its partition are folded. The files that are cheapest to rewrite
              are folded first, so the newest often stay. Once the number of files has cost
              reads as much as folding all of them would write, and a third of that is new,
              all are folded.""");

  static final Setting<Double> SPACE_MAX =
      ROWS.share("space.max", "0.3")
          .above(0.0)
          .atMost(MOST_SPACE)
          .doc(
              """
              Most superseded bytes in a partition of an idle store, as a fraction of its
              base.""");

  static final Setting<Double> LOAD_SPACE_MAX =
      ROWS.share("space.load.max", "0.45")
          .above(0.0)
          .atMost(MOST_SPACE)
          .doc(
              """
              Most superseded bytes in a store at any time, also under load, as a fraction of
              the live ones. If its partitions are large the limit is lower, to leave room for
              what compactions write beside their inputs. Where fewer than ten flushes are live
              it is higher: three and a half times as much with two, and evenly less from there
              to ten; with fewer than two, half as much again. The number is estimated from
              samples of the files' keys; for a file without samples, such as a bulk-loaded one,
              1.6 times the likely number is assumed. Lower values save space and cost
              writes.""");

  static final Setting<Double> BLOCKING_SPACE =
      ROWS.share("space.blocking", "0")
          .atLeast(0.0)
          .atMost(MOST_SPACE)
          .doc(
              """
              Flushes wait while the files of a store, and what compactions are about to write,
              take more than so many times the live bytes, if more is superseded than
              tierline.rlsm.space.load.max allows and a compaction is due. As with too many
              files, HBase tries again after a hundredth of hbase.hstore.blockingWaitTime and
              waits that long at most. Not where less than ten flushes are live. 0: flushes never
              wait for space.""");

  static final Setting<Duration> CHECK_MILLIS =
      ROWS.duration("check.millis", "1s")
          .atLeast(Duration.ofMillis(10))
          .atMost(Duration.ofHours(1))
          .doc(
              """
              How often a region server looks for stores that can be compacted without a
              flush. The value of the first store that a region server opens counts.""");

  static final Setting<Integer> LEVEL0_BLOCKING =
      ROWS.integer("level0.blocking", "")
          .follows("twice tierline.rlsm.run.files.max, at least hbase.hstore.blockingStoreFiles")
          .atLeast(2)
          .atMost(100_000)
          .doc(
              """
              Number of Level 0 files above which flushes wait, like
              hbase.hstore.blockingStoreFiles in the stock engine. Partitions and slices do
              not count.""");

  /** All of them, in order. */
  static final Settings ALL = new Settings(ROWS.all());

  private RlsmKeys() {}

  /** One line for each key of RLSM's that is set and that nothing reads. */
  static List<String> unknownIn(Iterable<Map.Entry<String, String>> conf) {
    List<String> set = new ArrayList<>();
    for (Map.Entry<String, String> property : conf) {
      if (property.getKey().startsWith(PREFIX) && !set.contains(property.getKey())) {
        set.add(property.getKey());
      }
    }
    return UnknownKey.among(set, ALL.keys()).stream()
        .map(key -> "nothing reads the key " + key)
        .toList();
  }
}
