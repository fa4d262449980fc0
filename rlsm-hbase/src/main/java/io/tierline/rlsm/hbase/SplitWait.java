/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.Layout;

/**
 * Whether HBase's own request to split a region waits for the next merge of Level 0.
 *
 * <p>While a region is split nobody can write to it, for as long as its files are opened and
 * referred to, one by one. Level 0 is half of them, and each becomes two halves, which are
 * rewritten; its next merge makes a file for each partition of it, of which most go as they are.
 * HBase asks after each flush and each compaction, so it has its answer when that merge is done.
 * Nobody knows whether that merge comes, as where compactions are switched off: a wait ends.
 */
final class SplitWait {

  /** A region of more files waits, */
  private static final int FILES = 16;

  /** of which there are more than so many in Level 0, */
  private static final int LEVEL_0_FILES = 4;

  /** unless it has grown by one byte in so many since HBase would have split it, */
  private static final int GROWTH_ONE_IN = 4;

  /** or has waited for so long. */
  private static final long MOST_MILLIS = 600_000;

  /** If HBase has not asked for so long, it has not wanted to split the region in between. */
  private static final long FORGOTTEN_MILLIS = 3_600_000;

  /** What there was when HBase asked first; nothing when it has not been told to wait. */
  private record Asked(long bytes, long millis) {}

  private Asked first;
  private long lastMillis;

  /**
   * HBase asks.
   *
   * @param may whether it may be told to wait at all
   * @param millis when it asks
   */
  synchronized boolean isOn(Layout layout, boolean may, long millis) {
    boolean many = layout.files().size() > FILES && layout.level0().size() > LEVEL_0_FILES;
    if (!many || !may) {
      first = null;
      return false;
    }
    long bytes = layout.bytes();
    if (first == null || millis - lastMillis > FORGOTTEN_MILLIS) {
      first = new Asked(bytes, millis);
    }
    lastMillis = millis;
    return millis - first.millis() < MOST_MILLIS
        && bytes - first.bytes() <= first.bytes() / GROWTH_ONE_IN;
  }
}
