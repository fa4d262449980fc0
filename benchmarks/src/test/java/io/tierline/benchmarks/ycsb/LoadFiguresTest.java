/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.tierline.benchmarks.ycsb.StoreEvents.Mark;
import io.tierline.benchmarks.ycsb.Timeline.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A load of 1,000 rows in 256 flushes, of round numbers. */
class LoadFiguresTest {
  private static final long USER = 1000 * 1020;

  private static Map<String, Object> figures(Sample... samples) {
    return figures(Recipe.R6, samples);
  }

  private static Map<String, Object> figures(Recipe recipe, Sample... samples) {
    List<Mark> marks = new ArrayList<>();
    for (int i = 1; i <= 256; i++) {
      // The second half takes three times as long to compact.
      double compaction = i <= 128 ? i : 128 + 3.0 * (i - 128);
      marks.add(new Mark(i, i, compaction, 3 * USER, 1000));
    }
    LoadFigures.Measured measured =
        new LoadFigures.Measured(
            1000,
            50,
            70,
            new Written(USER, 4 * USER, 5, 0),
            new Written(USER, 6 * USER, 2 * USER, 8 * USER),
            1.5,
            7,
            4,
            1);
    StoreEvents.Totals totals = new StoreEvents.Totals(256, 2 * USER, 9, 512, 11, 12);
    return new LoadFigures(measured, totals, marks, List.of(samples), recipe).of(new Latencies());
  }

  private static Sample sample(double seconds, long rows, double userBytes) {
    return sample(seconds, rows, userBytes, userBytes, 0);
  }

  private static Sample sample(
      double seconds, long rows, double space, double referred, double waiting) {
    return new Sample(
        seconds,
        rows,
        0,
        0,
        0,
        (long) (space * USER),
        (long) (referred * USER),
        (long) (waiting * USER));
  }

  @Test
  void amplificationsAreAgainstBytesPut() {
    assertThat(figures())
        .contains(
            entry("throughput_ops", 20.0),
            entry("write_amplification", 6.0),
            entry("write_amplification_at_end_of_load", 4.0),
            entry("write_amplification_with_wal", 7.0),
            entry("write_amplification_total", 9.0),
            entry("write_amplification_device", 8.0),
            entry("write_amplification_at_256_flushes", 3.0))
        .doesNotContainKeys("write_amplification_at_512_flushes", "p99_put_batch_ms");
  }

  @Test
  void deletesAreKeysThatUsersWrote() {
    // Of 1,000 writes 100 are deletes: 900 rows and 100 keys.
    double user = 900 * 1020 + 100 * 20;
    Map<String, Object> figures = figures(Recipe.CHURN);
    assertThat((Double) figures.get("write_amplification")).isEqualTo(6 * USER / user);
    assertThat((Double) figures.get("write_amplification_at_256_flushes"))
        .isEqualTo(3 * USER / user);
    assertThat((Double) figures.get("flushed_bytes_per_row"))
        .isCloseTo(2 * USER * 1020 / user, within(1e-6));
  }

  @Test
  void spaceIsAgainstFlushedRowsAndNotWhileFilesWaitToBeArchived() {
    assertThat(figures(sample(74.9, 1000, 9), sample(76, 1000, 2.5), sample(80, 1000, 2)))
        .containsEntry("space_amplification", 1.25)
        .doesNotContainKey("space_amplification_loading_max");
  }

  @Test
  void spaceIsAgainstWhatIsLive() {
    assertThat(figures(Recipe.OVER50, sample(50, 1000, 3), sample(80, 1000, 2)))
        .containsEntry("space_amplification_loading_max", 3.0)
        .containsEntry("space_amplification", 2.0);
  }

  @Test
  void spaceWhileLoadingIsAgainstTheRowsAtThatTime() {
    assertThat(figures(sample(2, 99, 9), sample(20, 500, 2), sample(50, 1000, 3)))
        .containsEntry("space_amplification_loading_max", 2.0)
        .doesNotContainKey("space_amplification");
  }

  @Test
  void whatWaitsToBeArchivedIsToldApartFromWhatIsHeld() {
    assertThat(figures(sample(20, 1000, 9, 3, 5), sample(50, 1000, 8, 4, 1)))
        .containsEntry("space_amplification_loading_max", 4.5)
        .containsEntry("space_referred_loading_max", 2.0)
        .containsEntry("space_held_loading_max", 3.5)
        .containsEntry("space_waiting_loading_max", 2.5);
  }

  @Test
  void compactionTimeIsToldByQuartersOfTheFlushes() {
    Map<String, Object> figures = figures();
    assertThat((Double) figures.get("compaction_seconds_per_flush_quarter_1")).isEqualTo(1);
    assertThat((Double) figures.get("compaction_seconds_per_flush_quarter_2")).isEqualTo(1);
    assertThat((Double) figures.get("compaction_seconds_per_flush_quarter_4")).isEqualTo(3);
  }
}
