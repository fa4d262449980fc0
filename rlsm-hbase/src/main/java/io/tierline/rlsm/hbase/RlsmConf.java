/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.plan.PlannerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;

/**
 * The configuration of a store, read and checked when its table is opened. A key may be set for the
 * site, a table or a family; the most specific wins. {@code rlsm-default.xml} describes each.
 *
 * <p>A value that cannot be used is complained of, and its default holds: a table that does not
 * open keeps HBase's procedures waiting for ever, and a slip in a tunable is not worth that.
 *
 * @param planner what the planner is told
 * @param idleMillis a store is idle when nothing was flushed for so long; milliseconds
 * @param checkMillis how often a region server looks for stores with something to compact;
 *     milliseconds
 * @param level0Blocking Level 0 files above which flushes wait
 * @param complaints one line for each value that could not be used: key, value, what is allowed,
 *     and what holds instead; and one for each key that nothing reads
 */
record RlsmConf(
    PlannerSettings planner,
    long idleMillis,
    int checkMillis,
    int level0Blocking,
    List<String> complaints) {

  /** Below this a cut gives small files and saves nothing. */
  private static final long LEAST_PARTITION_BYTES = 16L << 20;

  /** More than any store has; the planner multiplies it. */
  private static final long MOST_PARTITION_BYTES = 1L << 50;

  static final String PREFIX = "tierline.rlsm.";
  static final String PARTITION_MAX_BYTES = PREFIX + "partition.max.bytes";
  static final String PARTITIONS = PREFIX + "partitions";
  static final String SLICES_MAX = PREFIX + "slices.max";
  static final String RUN_FILES_MIN = PREFIX + "run.files.min";
  static final String RUN_FILES_MAX = PREFIX + "run.files.max";
  static final String IDLE_MILLIS = PREFIX + "idle.millis";
  static final String IDLE_SOURCES = PREFIX + "idle.sources";
  static final String SPACE_MAX = PREFIX + "space.max";
  static final String LOAD_SPACE_MAX = PREFIX + "space.load.max";
  static final String CHECK_MILLIS = PREFIX + "check.millis";
  static final String LEVEL0_BLOCKING = PREFIX + "level0.blocking";

  private static final Set<String> KNOWN =
      Set.of(
          PARTITION_MAX_BYTES,
          PARTITIONS,
          SLICES_MAX,
          RUN_FILES_MIN,
          RUN_FILES_MAX,
          IDLE_MILLIS,
          IDLE_SOURCES,
          SPACE_MAX,
          LOAD_SPACE_MAX,
          CHECK_MILLIS,
          LEVEL0_BLOCKING);

  /** One line for each key of RLSM's that is set and that nothing reads. */
  static List<String> unknownKeys(Configuration conf) {
    return UnknownKeys.among(conf, PREFIX, KNOWN);
  }

  /**
   * Reads the configuration of a store.
   *
   * @param conf the site's, the table's and the family's settings
   * @param family the family, which may keep deleted cells
   * @param flushBytes the size at which the table's memory store is flushed; bytes
   */
  static RlsmConf read(Configuration conf, ColumnFamilyDescriptor family, long flushBytes) {
    PlannerSettings defaults = PlannerSettings.defaults(flushBytes);
    Reader in = new Reader(conf, new ArrayList<>(unknownKeys(conf)));
    long partitionBytes = in.number(PARTITION_MAX_BYTES, 0, 0, Long.MAX_VALUE);
    int stockMin = conf.getInt(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, 3);
    int runMin = in.integer(RUN_FILES_MIN, Math.max(2, stockMin), 2, 1_000);
    int runMax = in.integer(RUN_FILES_MAX, Math.max(runMin, defaults.runFilesMax()), runMin, 1_000);
    int stockBlocking =
        conf.getInt(HStore.BLOCKING_STOREFILES_KEY, HStore.DEFAULT_BLOCKING_STOREFILE_COUNT);
    int blocking =
        in.integer(LEVEL0_BLOCKING, Math.max(stockBlocking, 2 * runMax), runMin, 100_000);
    PlannerSettings planner =
        new PlannerSettings(
            partitionBytes == 0
                ? Math.max(LEAST_PARTITION_BYTES, defaults.partitionBytes())
                : Math.min(MOST_PARTITION_BYTES, partitionBytes),
            in.integer(PARTITIONS, defaults.partitions(), 1, 10_000),
            in.integer(SLICES_MAX, defaults.slicesMax(), 2, 1_000),
            runMin,
            // A merge of more files than flushes may leave would keep both waiting.
            Math.min(runMax, blocking),
            in.integer(IDLE_SOURCES, defaults.idleSources(), 1, 1_000),
            in.fraction(SPACE_MAX, defaults.idleSpace()),
            in.fraction(LOAD_SPACE_MAX, defaults.loadSpace()),
            Math.max(1, family.getMaxVersions()),
            family.getKeepDeletedCells() != KeepDeletedCells.FALSE);
    return new RlsmConf(
        planner,
        in.number(IDLE_MILLIS, 10_000, 0, Long.MAX_VALUE),
        in.integer(CHECK_MILLIS, 1_000, 10, 3_600_000),
        blocking,
        List.copyOf(in.complaints()));
  }

  /** Reads values of a configuration, and notes those that cannot be used. */
  private record Reader(Configuration conf, List<String> complaints) {

    int integer(String key, int otherwise, int min, int max) {
      return (int) number(key, otherwise, min, max);
    }

    long number(String key, long otherwise, long min, long max) {
      String text = conf.getTrimmed(key, "");
      if (text.isEmpty()) {
        return otherwise;
      }
      try {
        long value = Long.parseLong(text);
        if (value >= min && value <= max) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Complained of below, as a number out of range is.
      }
      complain(key, text, "a whole number from " + min + " to " + max, otherwise);
      return otherwise;
    }

    double fraction(String key, double otherwise) {
      String text = conf.getTrimmed(key, "");
      if (text.isEmpty()) {
        return otherwise;
      }
      try {
        double value = Double.parseDouble(text);
        if (value > 0 && value <= 100) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Complained of below, as a number out of range is.
      }
      complain(key, text, "a number above 0, at most 100", otherwise);
      return otherwise;
    }

    private void complain(String key, String text, String allowed, Number otherwise) {
      complaints.add(
          key + " is '" + text + "' but takes " + allowed + "; " + otherwise + " is used instead");
    }
  }
}
