/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.Locale;
import java.util.Properties;

/**
 * A workload of YCSB on a loaded table; requests are Zipfian, as in YCSB's own definitions. The
 * order is the one in which they run: those that leave the table as it was come first.
 */
enum Operation {
  /** YCSB C. */
  READ_ONLY("ycsb_c", 1, 0, 0, 0),
  /** YCSB E without its inserts. */
  SCANS_SHORT("ycsb_e_short_scan_only", 0, 0, 100, 0),
  /** YCSB E without its inserts, of thousands of rows. */
  SCANS_LONG("ycsb_e_long_scan_only", 0, 0, 5000, 0),
  /** YCSB E. */
  SCANS_SHORT_INSERTS("ycsb_e_short", 0, 0, 100, 0.05),
  /** YCSB E, of thousands of rows. */
  SCANS_LONG_INSERTS("ycsb_e_long", 0, 0, 5000, 0.05),
  /** YCSB B. */
  READ_INTENSIVE("ycsb_b", 0.95, 0.05, 0, 0),
  /** YCSB A. */
  MIXED("ycsb_a", 0.5, 0.5, 0, 0);

  private static final int LONG_SCAN_LEAST = 1000;

  private final String key;
  private final double reads;
  private final double updates;
  private final int longestScan;
  private final double inserts;

  Operation(String key, double reads, double updates, int longestScan, double inserts) {
    this.key = key;
    this.reads = reads;
    this.updates = updates;
    this.longestScan = longestScan;
    this.inserts = inserts;
  }

  /** As figures name the workload. */
  String key() {
    return key;
  }

  /** Whether the table is another one afterwards. */
  boolean writes() {
    return updates > 0 || inserts > 0;
  }

  /** As CoreWorkload takes it. */
  Properties properties() {
    Properties given = new Properties();
    given.setProperty("readproportion", share(reads));
    given.setProperty("updateproportion", share(updates));
    given.setProperty("insertproportion", share(inserts));
    given.setProperty("scanproportion", share(longestScan > 0 ? 1 - inserts : 0));
    given.setProperty("requestdistribution", "zipfian");
    given.setProperty("scanlengthdistribution", "uniform");
    given.setProperty("minscanlength", longestScan > LONG_SCAN_LEAST ? "" + LONG_SCAN_LEAST : "1");
    given.setProperty("maxscanlength", Integer.toString(Math.max(1, longestScan)));
    return given;
  }

  private static String share(double part) {
    return String.format(Locale.ROOT, "%.2f", part);
  }
}
