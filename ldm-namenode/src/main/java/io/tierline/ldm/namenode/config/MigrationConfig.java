/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static io.tierline.ldm.settings.MigrationKeys.*;

import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.settings.MigrationMode;
import org.apache.hadoop.conf.Configuration;

/** The typed, checked form of the keys of migration. */
public record MigrationConfig(
    MigrationMode mode,
    long intervalMillis,
    MigrationSettings decisions,
    int plansKept,
    int surveyBlocks,
    long totalBytesPerSecond,
    long nodeBytesPerSecond,
    int nodeMoves,
    int threads,
    int tries,
    long verifyMillis,
    long wearBytesPerDay) {

  private static final double MILLIS = 1e3;

  static MigrationConfig from(Configuration conf, TierSettings tiers, Network network) {
    return new MigrationConfig(
        MODE.read(conf::get),
        INTERVAL.read(conf::get).toMillis(),
        decisions(conf, tiers, network),
        PLANS_KEPT.read(conf::get),
        SURVEY.read(conf::get),
        TOTAL_BYTES.read(conf::get),
        NODE_BYTES.read(conf::get),
        NODE_MOVES.read(conf::get),
        THREADS.read(conf::get),
        TRIES.read(conf::get),
        VERIFY.read(conf::get).toMillis(),
        WEAR.read(conf::get));
  }

  private static MigrationSettings decisions(
      Configuration conf, TierSettings tiers, Network network) {
    return new MigrationSettings(
        TAU.read(conf::get).toMillis() / MILLIS,
        HORIZON.read(conf::get).toMillis() / MILLIS,
        TYPICAL_JOB.read(conf::get).toMillis() / MILLIS,
        MIN_GAIN.read(conf::get),
        ORDER.read(conf::get),
        PLAN_MOVES.read(conf::get),
        tiers,
        network);
  }
}
