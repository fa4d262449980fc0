/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.ldm.migration.MigrationSettings;
import java.time.Duration;
import java.util.List;

/** Keys of moves between tiers. */
public final class MigrationKeys {
  private static final Rows ROWS = new Rows("tierline.ldm.migration.");

  public static final Setting<MigrationMode> MODE =
      ROWS.word("mode", MigrationMode.PLAN)
          .reloadable()
          .doc(
              """
              What migration does by itself: off (nothing; plans can be made by REST and not
              applied), plan (makes plans that an administrator applies), auto (makes and applies
              them). Until it is set to auto no data moves by itself; a fast tier that nothing
              leaves fills up and then helps nobody, so set it when the plans look right.""");

  public static final Setting<Duration> INTERVAL =
      ROWS.duration("interval", "30s")
          .reloadable()
          .doc(
              """
              How often migration looks for replicas to move. It also looks whenever a workflow is
              registered or withdrawn and when a job ends.""");

  public static final Setting<Duration> TAU =
      ROWS.duration("tau", "1h")
          .reloadable()
          .doc(
              """
              Time after which a coming use counts half in the migration quotient, the sum over
              all coming uses of 1 / (1 + time to use / tau).""");

  public static final Setting<Duration> HORIZON =
      ROWS.duration("horizon", "1h")
          .reloadable()
          .doc(
              """
              Longest time until the next use of a dataset for which its blocks are promoted.""");

  public static final Setting<Duration> TYPICAL_JOB =
      ROWS.duration("typical-job", "10m")
          .reloadable()
          .doc(
              """
              Assumed duration of a job, for estimating when a use without a known start
              comes: this much for each job that has not ended in the longest chain before it.""");

  public static final Setting<Double> MIN_GAIN =
      ROWS.number("min-gain", "0.5")
          .atLeast(0.0)
          .reloadable()
          .doc(
              """
              Seconds of reading that each second of copying must save, at typical speeds of the
              media. A block that is read once saves 0.7 seconds for each second of its copy from
              a disk to a SATA SSD.""");

  public static final Setting<MigrationSettings.Order> ORDER =
      ROWS.word("order", MigrationSettings.Order.DENSITY)
          .reloadable()
          .doc(
              """
              Which promotions come first if there is not room for all: density (most seconds
              of reading saved per byte) or quotient (greatest migration quotient).""");

  public static final Setting<Integer> PLAN_MOVES =
      ROWS.integer("plan.max-moves", "2000")
          .atLeast(1)
          .atMost(100_000)
          .reloadable()
          .doc(
              """
              Most moves of a plan; the rest follow with the next one.""");

  public static final Setting<Integer> PLANS_KEPT =
      ROWS.integer("plans.kept", "32")
          .atLeast(2)
          .atMost(1_000)
          .doc(
              """
              Plans kept in memory; the oldest that has ended is dropped.""");

  public static final Setting<Integer> SURVEY =
      ROWS.integer("survey.max-blocks", "512k")
          .atLeast(1)
          .atMost(1 << 30)
          .reloadable()
          .doc(
              """
              Most files and blocks that one plan's survey visits. The next plan continues
              where this one stopped.""");

  public static final Setting<Long> TOTAL_BYTES =
      ROWS.size("throttle.total-bytes-per-second", "512m")
          .atLeast(1L)
          .reloadable()
          .doc(
              """
              Most bytes that all moves together copy in a second.""");

  public static final Setting<Long> NODE_BYTES =
      ROWS.size("throttle.node-bytes-per-second", "64m")
          .atLeast(1L)
          .reloadable()
          .doc(
              """
              Most bytes that moves copy from, to or inside one DataNode in a second.
              DataNodes have their own limit, dfs.datanode.balance.bandwidthPerSec, for copies
              between nodes.""");

  public static final Setting<Integer> NODE_MOVES =
      ROWS.integer("throttle.node-moves", "2")
          .atLeast(1)
          .atMost(100)
          .reloadable()
          .doc(
              """
              Moves that one DataNode takes part in at a time.""");

  public static final Setting<Integer> THREADS =
      ROWS.integer("threads", "8")
          .atLeast(1)
          .atMost(256)
          .doc(
              """
              Moves at a time in the whole cluster; each has a thread while it runs.""");

  public static final Setting<Integer> TRIES =
      ROWS.integer("tries", "3")
          .atLeast(1)
          .atMost(100)
          .reloadable()
          .doc(
              """
              How often a failing move is tried in total before its plan goes on without it.""");

  public static final Setting<Duration> VERIFY =
      ROWS.duration("verify-timeout", "60s")
          .doc(
              """
              How long it may take until the NameNode knows the new copy of a moved replica
              and no longer the old one. A move that takes longer counts as failed.""");

  public static final Setting<Long> WEAR =
      ROWS.size("wear.bytes-per-day", "100g")
          .atLeast(0L)
          .reloadable()
          .doc(
              """
              Most bytes that moves may write to one SSD in any 24 hours; with 0, nothing is
              moved to SSDs. tierline.ldm.wear.bytes-per-day limits moves and first placements
              together.""");

  private MigrationKeys() {}

  /** All rows, in order. */
  static List<Setting<?>> all() {
    return ROWS.all();
  }
}
