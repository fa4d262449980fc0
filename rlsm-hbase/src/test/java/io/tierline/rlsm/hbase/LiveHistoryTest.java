/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.KeyRange;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class LiveHistoryTest {
  private static final List<KeyRange> ALL = List.of(KeyRange.ALL);
  private static final List<KeyRange> UPPER = List.of(KeyRange.of(Bytes.toBytes("m"), new byte[0]));
  private static final List<KeyRange> TOP = List.of(KeyRange.of(Bytes.toBytes("t"), new byte[0]));

  private final LiveHistory history = new LiveHistory(ALL);

  @Test
  void aNewScanReadsWhatIsLiveNow() {
    LiveRows before = history.acquire();
    history.change(UPPER);
    assertThat(before.ranges()).isEqualTo(ALL);
    assertThat(history.acquire().ranges()).isEqualTo(UPPER);
  }

  @Test
  void aReopenedScannerReadsWhatTheOldestOpenOneReads() {
    LiveRows all = history.acquire();
    history.change(UPPER);
    final LiveRows upper = history.acquire();
    history.change(TOP);
    LiveRows reopened = history.acquireOldest();
    assertThat(reopened.ranges()).isEqualTo(ALL);
    all.release();
    reopened.release();
    assertThat(history.acquireOldest()).isSameAs(upper);
    upper.release();
    upper.release();
    assertThat(history.acquireOldest().ranges()).isEqualTo(TOP);
  }

  @Test
  void rangesThatNobodyReadsAreForgotten() {
    history.change(UPPER);
    history.change(TOP);
    assertThat(history.acquireOldest().ranges()).isEqualTo(TOP);
  }

  @Test
  void aPinPutsOffTheChange() {
    history.pin();
    history.change(UPPER);
    assertThat(history.ranges()).isEqualTo(UPPER);
    assertThat(history.acquire().ranges()).isEqualTo(ALL);
    history.unpin();
    assertThat(history.acquire().ranges()).isEqualTo(UPPER);
  }

  @Test
  void rowsThatBecomeLiveAgainAreReadAtOnceEvenUnderAPinOrByAReopenedScanner() {
    history.change(TOP);
    history.acquire();
    history.pin();
    history.change(UPPER);
    assertThat(history.acquire().ranges()).isEqualTo(ALL);
    history.unpin();
    assertThat(history.acquire().ranges()).isEqualTo(UPPER);
    assertThat(history.acquireOldest().ranges()).isEqualTo(ALL);
  }
}
