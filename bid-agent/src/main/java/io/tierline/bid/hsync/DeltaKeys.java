/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.common.Bytes;
import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.common.Settings;
import io.tierline.common.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Keys of the delta log. */
public final class DeltaKeys {
  private static final Rows ROWS = new Rows("tierline.bid.delta.");
  private static final long PAGE = 4 << 10;
  private static final int SEGMENTS_MIN = 4;

  static final Setting<Boolean> ENABLED =
      ROWS.flag("enabled", false)
          .doc(
              """
              Whether hsync of blocks on volumes of type DISK is made durable by a short write
              to a log on an SSD, if dfs.datanode.fsdataset.factory is
              io.tierline.bid.dataset.TierlineDatasetFactory. While it is false, a log that is
              found at the path is brought home and emptied when the DataNode starts.\
              """);

  static final Setting<String> PATH =
      ROWS.of("path", "", "the path of a file from / on", DeltaKeys::absolute)
          .doc(
              """
              The log's file, from / on, in a folder on an SSD that is there. It is made when
              there is none. One DataNode has it at a time.\
              """);

  static final Setting<Long> SIZE =
      ROWS.size("size", "4g")
          .atLeast(2L << 20)
          .doc("Bytes of a log that is made. A log that is there keeps its size.");

  static final Setting<Long> SEGMENT =
      ROWS.sizeInSteps("segment", "32m", PAGE)
          .atLeast(256L << 10)
          .atMost(1L << 30)
          .doc(
              """
              Bytes of a segment of a log that is made. Blocks are brought home segment by segment.
              A log has at least four of them.\
              """);

  static final Setting<Duration> SLOW =
      ROWS.duration("slow", "5s")
          .atMost(Duration.ofMinutes(10))
          .doc(
              """
              How long a sync may wait for the log. After one that took longer the log is not
              used until the DataNode starts again.\
              """);

  static final Setting<Duration> WAIT =
      ROWS.duration("wait", "30s")
          .atMost(Duration.ofMinutes(10))
          .doc(
              """
              How long the log's device may take for one answer when the log is opened or made: the
              DataNode, as it starts, waits for that. Without an answer hsync is stock's and volumes
              that may need the log are held, until the DataNode starts again.\
              """);

  static final Setting<Duration> IDLE =
      ROWS.duration("idle", "10s")
          .atMost(Duration.ofDays(1))
          .doc("How long after the last sync what only the log has is brought to the disks.");

  static final Setting<Long> BUDGET =
      ROWS.size("budget", "0")
          .atLeast(0L)
          .doc(
              """
              Bytes that may be written to the log in 24 hours, so that the SSD lasts. Once they are
              written, hsync is stock's until the 24 hours are over; they begin with the DataNode.
              With 0, there is no bound.\
              """);

  /** All of them, in order. */
  public static final Settings ALL = new Settings(ROWS.all());

  private DeltaKeys() {}

  /** Where a relative one is depends on where the DataNode was started. */
  private static String absolute(String text) {
    if (!text.isEmpty() && !Path.of(text).isAbsolute()) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  /** What is wrong with the values, each in one line. */
  public static List<String> problems(Values values) {
    List<String> problems = new ArrayList<>(ALL.problems(values));
    if (problems.isEmpty() && SIZE.read(values) < PAGE + SEGMENTS_MIN * SEGMENT.read(values)) {
      problems.add(
          "%s is '%s', expected room for %d segments of %s and a page of 4k"
              .formatted(
                  SIZE,
                  Bytes.format(SIZE.read(values)),
                  SEGMENTS_MIN,
                  Bytes.format(SEGMENT.read(values))));
    }
    return problems;
  }
}
