/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PageCacheTest {
  private static final int PAGE = 16 << 10;
  private static final int READ_AHEAD = 8 * PAGE;

  /** A microsecond for each request that is none the next, and one for 100 bytes. */
  private static final Device DEVICE = new Device(1, 100);

  private static double nanos(int requests, int pages) {
    return 1000.0 * requests + 10.0 * pages * PAGE;
  }

  private final PageCache cache = new PageCache(10 * PAGE, DEVICE);

  private void check(int requests, int accesses, int pages) {
    assertThat(cache.requests()).isEqualTo(requests);
    assertThat(cache.nanos()).isEqualTo(nanos(accesses, pages), within(1e-3));
  }

  @Test
  void missIsOneRequestForThePagesItTouches() {
    cache.read("a", PAGE / 2, 2 * PAGE);
    check(1, 1, 3);
  }

  @Test
  void whatWasReadIsThere() {
    cache.read("a", 0, 4 * PAGE);
    cache.read("a", PAGE, PAGE);
    cache.read("a", 3 * PAGE + 5, 10);
    check(1, 1, 4);
    cache.read("b", PAGE, PAGE);
    check(2, 2, 5);
  }

  @Test
  void pagesThatAreThereSplitARequest() {
    cache.read("a", PAGE, PAGE);
    cache.read("a", 3 * PAGE, PAGE);
    cache.read("a", 0, 5 * PAGE);
    // The first, the third and the fifth page are missing, none of them after the one before it
    // but the fifth, which is not where the head is either.
    check(5, 5, 5);
  }

  @Test
  void pageThatWasUsedLeastRecentlyLeaves() {
    cache.read("a", 0, 10 * PAGE);
    cache.read("a", 0, PAGE);
    cache.read("b", 0, PAGE);
    cache.read("a", 0, PAGE);
    check(2, 2, 11);
    cache.read("a", PAGE, 1);
    check(3, 3, 12 + 7);
  }

  @Test
  void cacheOfNothingKeepsNothing() {
    PageCache none = new PageCache(0, DEVICE);
    none.read("a", 0, PAGE);
    none.read("a", 0, PAGE);
    assertThat(none.requests()).isEqualTo(2);
  }

  /** The second read is the first that is known to go on; then the device need not look either. */
  @Test
  void readsInSequenceReadAheadAndPayOneAccess() {
    cache.read("a", 0, PAGE);
    cache.read("a", PAGE, PAGE);
    assertThat(cache.requests()).isEqualTo(2);
    for (int i = 2; i < 9; i++) {
      cache.read("a", (long) i * PAGE, PAGE);
    }
    assertThat(cache.requests()).isEqualTo(2);
    assertThat(cache.nanos()).isEqualTo(nanos(1, 1) + 10.0 * READ_AHEAD, within(1e-3));
  }

  @Test
  void twoFilesInSequenceAccessTheDeviceInTurns() {
    PageCache large = new PageCache(100 * PAGE, DEVICE);
    for (int i = 0; i < 17; i++) {
      large.read("a", (long) i * PAGE, PAGE);
      large.read("b", (long) i * PAGE, PAGE);
    }
    // Of each file the first page, and two requests of what lies ahead, all of them elsewhere.
    assertThat(large.requests()).isEqualTo(6);
    assertThat(large.nanos()).isEqualTo(nanos(6, 34), within(1e-3));
  }
}
