/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.rating.Medium;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Room that is given is counted until its DataNode has reported it as taken. */
class UnreportedRoomProperties {
  private static final String NODE = "n";
  private static final long REPORTS_MS = 3_000;
  private static final long BLOCK = 128L << 20;

  private final UnreportedRoom room = new UnreportedRoom();

  private long ssd(long reportedAt, long now) {
    return room.of(NODE, Medium.SSD, reportedAt, now);
  }

  @Example
  void whatIsGivenCountsUntilALaterReport() {
    assertThat(ssd(0, 0)).isZero();
    room.give(NODE, Medium.SSD, BLOCK);
    room.give(NODE, Medium.NVDIMM, BLOCK);
    assertThat(ssd(0, 10)).isEqualTo(BLOCK);
    // The report may have left the DataNode before the writing began.
    assertThat(ssd(500, 1_500)).isEqualTo(BLOCK);
    room.give(NODE, Medium.SSD, BLOCK);
    assertThat(ssd(1_600, 1_700)).isEqualTo(BLOCK);
    assertThat(ssd(4_600, 4_700)).isZero();
    assertThat(room.of("other", Medium.SSD, 0, 0)).isZero();
  }

  @Example
  void nodesThatAreGoneAreForgotten() {
    room.give(NODE, Medium.SSD, BLOCK);
    room.keepOnly(List.of(NODE));
    assertThat(ssd(0, 10)).isEqualTo(BLOCK);
    room.keepOnly(List.of());
    assertThat(ssd(0, 20)).isZero();
  }

  /** Asked often while no report comes: all is counted, and gone with the report. */
  @Example
  void lateReportLosesNothing() {
    for (int i = 0; i < 100; i++) {
      room.give(NODE, Medium.SSD, BLOCK);
      assertThat(ssd(0, 2_000L * i)).isEqualTo((i + 1) * BLOCK);
    }
    long now = 201_000;
    assertThat(ssd(now, now)).as("a little too much").isBetween(0L, 100 * BLOCK);
    assertThat(ssd(now + REPORTS_MS, now + REPORTS_MS)).isBetween(0L, 100 * BLOCK);
    assertThat(ssd(now + 2 * REPORTS_MS, now + 2 * REPORTS_MS)).isZero();
  }

  /**
   * A DataNode that takes a block from its room within the margin, or never where the writing
   * fails, and reports as heartbeats do.
   */
  @Property(tries = 300)
  void roomIsNeverSeenTwiceAndComesBackSoon(
      @ForAll Random random, @ForAll @IntRange(min = 50, max = 5_000) int askedMs) {
    UnreportedRoom given = new UnreportedRoom();
    long[] taken = new long[100_000];
    long sum = 0;
    long reported = 0;
    long reportedAt = 0;
    long known = 0;
    long wasted = 0;
    long nextAsked = 0;
    for (int now = 0; now < 60_000; now++) {
      boolean isWriting = now < 30_000;
      if (isWriting && random.nextInt(100) == 0) {
        given.give(NODE, Medium.SSD, 1);
        sum++;
        if (random.nextInt(10) > 0) {
          taken[now + random.nextInt((int) UnreportedRoom.MARGIN_MS - 1)]++;
        } else {
          wasted++;
        }
      }
      assertThat(given.atMost(NODE, Medium.SSD) + known)
          .as("at %d", now)
          .isGreaterThanOrEqualTo(sum - wasted);
      reported += taken[now];
      if (now % REPORTS_MS == 0) {
        reportedAt = now;
        known = reported;
      }
      if (now >= nextAsked) {
        nextAsked = now + askedMs;
        long counted = known + given.of(NODE, Medium.SSD, reportedAt, now);
        assertThat(counted).as("at %d", now).isGreaterThanOrEqualTo(sum - wasted);
        assertThat(given.atMost(NODE, Medium.SSD)).as("asked just now").isEqualTo(counted - known);
        if (now > 30_000 + 2 * REPORTS_MS + 3L * askedMs) {
          assertThat(counted).as("at %d", now).isEqualTo(known);
        }
      }
    }
  }
}
