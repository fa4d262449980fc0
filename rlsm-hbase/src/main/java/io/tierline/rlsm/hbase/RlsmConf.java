/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.common.Setting;
import io.tierline.rlsm.plan.PlannerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;

/**
 * The configuration of a store, read and checked when its table is opened. A key may be set for the
 * site, a table or a family; the most specific wins. {@link RlsmKeys} describes each.
 *
 * <p>A value that cannot be used is complained of, and its default holds: a table that does not
 * open keeps HBase's procedures waiting for ever, and a slip in a tunable is not worth that.
 *
 * @param planner what the planner is told
 * @param idleMillis a store is idle when nothing was flushed for so long; milliseconds
 * @param idleMostMillis or for longer, up to this, if its flushes usually come slowly; milliseconds
 * @param checkMillis how often a region server looks for stores with something to compact;
 *     milliseconds
 * @param level0Blocking Level 0 files above which flushes wait
 * @param complaints one line for each value that could not be used: key, value, what is allowed,
 *     and what holds instead; and one for each key that nothing reads
 */
record RlsmConf(
    PlannerSettings planner,
    long idleMillis,
    long idleMostMillis,
    int checkMillis,
    int level0Blocking,
    List<String> complaints) {

  /** Below this a cut gives small files and saves nothing. */
  private static final long LEAST_PARTITION_BYTES = 16L << 20;

  /** Who sets the size of partitions may have them so many times smaller. */
  private static final int FINEST = 16;

  /** More than any store has; the planner multiplies it. */
  private static final long MOST_PARTITION_BYTES = 1L << 50;

  /** A merge of more files is not waited for, whatever the stock engine is told; it is doubled. */
  private static final int MOST_RUN_FILES = 1_000;

  private static final Duration IDLE = Duration.ofSeconds(10);

  /** A store that has been fed at long intervals must not wait for hours when that has ended. */
  private static final Duration IDLE_MOST = Duration.ofMinutes(10);

  /**
   * Reads the configuration of a store.
   *
   * @param conf the site's, the table's and the family's settings
   * @param family the family, which may keep deleted cells
   * @param flushBytes the size at which the table's memory store is flushed; bytes
   */
  static RlsmConf read(Configuration conf, ColumnFamilyDescriptor family, long flushBytes) {
    PlannerSettings defaults = PlannerSettings.defaults(flushBytes);
    Reader in = new Reader(conf, new ArrayList<>(RlsmKeys.unknownIn(conf)));
    long partitionBytes = in.read(RlsmKeys.PARTITION_MAX_BYTES, 0L);
    int stockMin = conf.getInt(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, 3);
    int runMin = in.read(RlsmKeys.RUN_FILES_MIN, Math.max(2, Math.min(MOST_RUN_FILES, stockMin)));
    int runMax =
        in.atLeast(runMin, RlsmKeys.RUN_FILES_MAX, Math.max(runMin, defaults.runFilesMax()));
    int stockBlocking =
        conf.getInt(HStore.BLOCKING_STOREFILES_KEY, HStore.DEFAULT_BLOCKING_STOREFILE_COUNT);
    int blocking =
        in.atLeast(runMin, RlsmKeys.LEVEL0_BLOCKING, Math.max(stockBlocking, 2 * runMax));
    PlannerSettings planner =
        new PlannerSettings(
            partitionBytes == 0
                ? Math.max(LEAST_PARTITION_BYTES, defaults.partitionBytes())
                : Math.min(MOST_PARTITION_BYTES, partitionBytes),
            partitionBytes == 0
                ? defaults.partitionBytesMin()
                : Math.max(1, Math.min(defaults.partitionBytesMin(), partitionBytes / FINEST)),
            in.read(RlsmKeys.PARTITIONS, defaults.partitions()),
            in.read(RlsmKeys.SLICES_MAX, defaults.slicesMax()),
            runMin,
            // A merge of more files than flushes may leave would keep both waiting.
            Math.min(runMax, blocking),
            in.read(RlsmKeys.IDLE_SOURCES, defaults.idleSources()),
            in.read(RlsmKeys.SPACE_MAX, defaults.idleSpace()),
            in.read(RlsmKeys.LOAD_SPACE_MAX, defaults.loadSpace()),
            in.read(RlsmKeys.BLOCKING_SPACE, defaults.blockingSpace()),
            Math.max(1, family.getMaxVersions()),
            family.getKeepDeletedCells() != KeepDeletedCells.FALSE);
    Duration idle = in.read(RlsmKeys.IDLE_MILLIS, null, RlsmKeys.IDLE_MILLIS.standard());
    return new RlsmConf(
        planner,
        millis(idle == null ? IDLE : idle),
        millis(idle == null ? IDLE_MOST : idle),
        (int) millis(in.duration(RlsmKeys.CHECK_MILLIS)),
        blocking,
        List.copyOf(in.complaints()));
  }

  /** Whoever says more than there are milliseconds means never. */
  private static long millis(Duration time) {
    return TimeUnit.MILLISECONDS.convert(time);
  }

  /** Reads values of a configuration, and notes those that cannot be used. */
  private record Reader(Configuration conf, List<String> complaints) {

    /** A text of nothing sets nothing, as in HBase. */
    private String get(String key) {
      String text = conf.get(key);
      return text == null || text.isBlank() ? null : text;
    }

    Duration duration(Setting<Duration> row) {
      return read(row, row.parse(row.standard()), row.standard());
    }

    <T> T read(Setting<T> row, T otherwise) {
      return read(row, otherwise, otherwise);
    }

    private <T> T read(Setting<T> row, T otherwise, Object written) {
      try {
        return row.read(this::get, otherwise);
      } catch (IllegalArgumentException unusable) {
        complain(unusable, written);
        return otherwise;
      }
    }

    int atLeast(int least, Setting<Integer> row, int otherwise) {
      int value = read(row, otherwise);
      try {
        return row.check(
            this::get, value, number -> number >= least, "a whole number of at least " + least);
      } catch (IllegalArgumentException unusable) {
        complain(unusable, otherwise);
        return otherwise;
      }
    }

    private void complain(IllegalArgumentException unusable, Object otherwise) {
      complaints.add(unusable.getMessage() + "; " + otherwise + " is used instead");
    }
  }
}
