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
              Size of the files that a fold writes: a partition of such a size is not cut. 0
              stands for 8 times the size at which the table's memory store is flushed, at least
              16 MB. In a large store the size grows with the store, and in one whose cells are
              overwritten partitions may be smaller: see tierline.rlsm.partitions.""");

  static final Setting<Integer> PARTITIONS =
      ROWS.integer("partitions", "16")
          .atLeast(1)
          .atMost(10_000)
          .doc(
              """
              How many partitions a store is cut into whose cells are overwritten, of at least a
              sixteenth of tierline.rlsm.partition.max.bytes: the more, the less a fold has to
              write beside what it replaces. A large store whose cells are not overwritten is cut
              into a quarter as many: each run has a file in each partition.""");

  static final Setting<Integer> SLICES_MAX =
      ROWS.integer("slices.max", "128")
          .atLeast(2)
          .atMost(1_000)
          .doc(
              """
              The slice cap: as long as compactions keep up, no row is kept in more files than
              this, Level 0 counted. Folding starts at three quarters of it. Lower values cost
              writing and save reading.""");

  static final Setting<Integer> RUN_FILES_MIN =
      ROWS.integer("run.files.min", "")
          .follows("the value of hbase.hstore.compaction.min, 3")
          .atLeast(2)
          .atMost(1_000)
          .doc(
              """
              Level 0 files that are merged into a run in a small store.""");

  static final Setting<Integer> RUN_FILES_MAX =
      ROWS.integer("run.files.max", "64")
          .atLeast(2)
          .atMost(1_000)
          .doc(
              """
              Level 0 files that are merged into a run in a large store. In between, a run has
              about twice the square root of the flushes that are not folded yet. Never more than
              tierline.rlsm.level0.blocking, above which no flush adds to them.""");

  static final Setting<Duration> IDLE_MILLIS =
      ROWS.duration("idle.millis", "")
          .follows("10s; or three times the usual pause between flushes, 10m at most")
          .atLeast(Duration.ZERO)
          .endless()
          .doc(
              """
              A store in which nothing was flushed for so long is idle: its partitions are folded
              although nobody has to wait for it. Where it is not set, a store that is written to
              slowly is not idle between two flushes. Off-peak hours (hbase.offpeak.start.hour)
              count as idle too.""");

  static final Setting<Integer> IDLE_SOURCES =
      ROWS.integer("idle.sources", "6")
          .atLeast(1)
          .atMost(1_000)
          .doc(
              """
              Files that a read of one row may have to look into in an idle store, Level 0
              counted, before files of its partition are folded: those that are cheapest to
              rewrite, so the newest often stay as they are. When reads have paid as much for the
              number of files as a fold of all writes, and a third of it is new, all are
              folded.""");

  static final Setting<Double> SPACE_MAX =
      ROWS.share("space.max", "0.3")
          .above(0.0)
          .atMost(MOST_SPACE)
          .doc(
              """
              Superseded bytes that a partition of an idle store may hold, as a fraction of its
              base.""");

  static final Setting<Double> LOAD_SPACE_MAX =
      ROWS.share("space.load.max", "0.45")
          .above(0.0)
          .atMost(MOST_SPACE)
          .doc(
              """
              Superseded bytes that a store may hold at any time, also under load, as a fraction
              of the live ones; less in a small store, so that what compactions write beside their
              inputs has room. How many there are is known from samples of the files' keys; a file
              without one, as one that was loaded in bulk, may have superseded 1.6 times as much
              as is likely. Lower values save space and cost writing.""");

  static final Setting<Duration> CHECK_MILLIS =
      ROWS.duration("check.millis", "1s")
          .atLeast(Duration.ofMillis(10))
          .atMost(Duration.ofHours(1))
          .doc(
              """
              How often a region server looks for stores that could be compacted without a flush
              asking for it. The value of the first store that a region server opens holds.""");

  static final Setting<Integer> LEVEL0_BLOCKING =
      ROWS.integer("level0.blocking", "")
          .follows("twice tierline.rlsm.run.files.max, at least hbase.hstore.blockingStoreFiles")
          .atLeast(2)
          .atMost(100_000)
          .doc(
              """
              Level 0 files above which flushes wait, as above hbase.hstore.blockingStoreFiles in
              the stock engine. Partitions and slices do not count.""");

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
