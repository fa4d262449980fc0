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
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;

/**
 * The configuration of a store, read and checked when its table is opened. A key may be set for the
 * site, a table or a family; the most specific wins. {@code rlsm-default.xml} describes each.
 *
 * @param planner what the planner is told
 * @param idleMillis a store is idle when nothing was flushed for so long; milliseconds
 * @param checkMillis how often a region server looks for stores with something to compact;
 *     milliseconds
 * @param level0Blocking Level 0 files above which flushes wait
 * @param indexMaxBytes heap that the partition index of a store may take; bytes; 0 for no index
 */
record RlsmConf(
    PlannerSettings planner,
    long idleMillis,
    int checkMillis,
    int level0Blocking,
    long indexMaxBytes) {

  /** Below this a cut gives small files and saves nothing. */
  private static final long LEAST_PARTITION_BYTES = 16L << 20;

  static final String PREFIX = "tierline.rlsm.";
  static final String PARTITION_MAX_BYTES = PREFIX + "partition.max.bytes";
  static final String PARTITIONS = PREFIX + "partitions";
  static final String SLICES_MAX = PREFIX + "slices.max";
  static final String RUN_FILES_MIN = PREFIX + "run.files.min";
  static final String RUN_FILES_MAX = PREFIX + "run.files.max";
  static final String IDLE_MILLIS = PREFIX + "idle.millis";
  static final String IDLE_SOURCES = PREFIX + "idle.sources";
  static final String SPACE_MAX = PREFIX + "space.max";
  static final String CHECK_MILLIS = PREFIX + "check.millis";
  static final String LEVEL0_BLOCKING = PREFIX + "level0.blocking";
  static final String INDEX_MAX_BYTES = PREFIX + "index.max.bytes";

  /**
   * Reads the configuration of a store.
   *
   * @param conf the site's, the table's and the family's settings
   * @param flushBytes the size at which the table's memory store is flushed; bytes
   * @throws IOException if a value cannot be used; the message names key, value and what is allowed
   */
  static RlsmConf read(Configuration conf, long flushBytes) throws IOException {
    PlannerSettings defaults = PlannerSettings.defaults(flushBytes);
    long partitionBytes = number(conf, PARTITION_MAX_BYTES, 0, 0, Long.MAX_VALUE);
    int runMin =
        integer(
            conf,
            RUN_FILES_MIN,
            Math.max(2, conf.getInt(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, 3)),
            2,
            1_000);
    int runMax =
        integer(conf, RUN_FILES_MAX, Math.max(runMin, defaults.runFilesMax()), runMin, 1_000);
    PlannerSettings planner =
        new PlannerSettings(
            partitionBytes == 0
                ? Math.max(LEAST_PARTITION_BYTES, defaults.partitionBytes())
                : partitionBytes,
            integer(conf, PARTITIONS, defaults.partitions(), 1, 10_000),
            integer(conf, SLICES_MAX, defaults.slicesMax(), 2, 1_000),
            runMin,
            runMax,
            integer(conf, IDLE_SOURCES, defaults.idleSources(), 1, 1_000),
            fraction(conf, SPACE_MAX, defaults.spaceMax()));
    int stockBlocking =
        conf.getInt(HStore.BLOCKING_STOREFILES_KEY, HStore.DEFAULT_BLOCKING_STOREFILE_COUNT);
    return new RlsmConf(
        planner,
        number(conf, IDLE_MILLIS, 10_000, 0, Long.MAX_VALUE),
        integer(conf, CHECK_MILLIS, 1_000, 10, 3_600_000),
        integer(conf, LEVEL0_BLOCKING, Math.max(stockBlocking, 2 * runMax), runMin, 100_000),
        number(conf, INDEX_MAX_BYTES, 32L << 20, 0, Long.MAX_VALUE));
  }

  private static int integer(Configuration conf, String key, int otherwise, int min, int max)
      throws IOException {
    return (int) number(conf, key, otherwise, min, max);
  }

  private static long number(Configuration conf, String key, long otherwise, long min, long max)
      throws IOException {
    String text = conf.getTrimmed(key);
    if (text == null || text.isEmpty()) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, as a number out of range is.
    }
    throw new IOException(
        key + " is '" + text + "' but takes a whole number from " + min + " to " + max);
  }

  private static double fraction(Configuration conf, String key, double otherwise)
      throws IOException {
    String text = conf.getTrimmed(key);
    if (text == null || text.isEmpty()) {
      return otherwise;
    }
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value <= 100) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, as a number out of range is.
    }
    throw new IOException(key + " is '" + text + "' but takes a number above 0, at most 100");
  }
}
