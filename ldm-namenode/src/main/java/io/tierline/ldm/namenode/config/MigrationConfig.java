/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static io.tierline.ldm.namenode.config.LdmKeys.*;
import static io.tierline.ldm.namenode.config.LdmSettings.number;
import static io.tierline.ldm.namenode.config.LdmSettings.read;
import static io.tierline.ldm.namenode.config.LdmSettings.time;

import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Network;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** The typed, checked form of the keys of migration. */
public record MigrationConfig(
    Mode mode,
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

  /** What migration does by itself. */
  public enum Mode {
    /** Nothing; what a request plans cannot be applied. */
    OFF,
    /** Makes plans; people apply them. */
    PLAN,
    /** Makes plans and applies them. */
    AUTO
  }

  private static final double MILLIS = 1e3;

  static MigrationConfig from(Configuration conf, TierSettings tiers, Network network) {
    return new MigrationConfig(
        word(conf, MIGRATION_MODE_KEY, MIGRATION_MODE_DEFAULT, Mode.class),
        millis(conf, MIGRATION_INTERVAL_KEY, MIGRATION_INTERVAL_DEFAULT),
        decisions(conf, tiers, network),
        number(conf, MIGRATION_PLANS_KEPT_KEY, text(MIGRATION_PLANS_KEPT_DEFAULT), 2, 1_000),
        number(conf, MIGRATION_SURVEY_KEY, MIGRATION_SURVEY_DEFAULT, 1, 1 << 30),
        bytes(conf, MIGRATION_TOTAL_BYTES_KEY, MIGRATION_TOTAL_BYTES_DEFAULT, 1),
        bytes(conf, MIGRATION_NODE_BYTES_KEY, MIGRATION_NODE_BYTES_DEFAULT, 1),
        number(conf, MIGRATION_NODE_MOVES_KEY, text(MIGRATION_NODE_MOVES_DEFAULT), 1, 100),
        number(conf, MIGRATION_THREADS_KEY, text(MIGRATION_THREADS_DEFAULT), 1, 256),
        number(conf, MIGRATION_TRIES_KEY, text(MIGRATION_TRIES_DEFAULT), 1, 100),
        millis(conf, MIGRATION_VERIFY_KEY, MIGRATION_VERIFY_DEFAULT),
        bytes(conf, MIGRATION_WEAR_KEY, MIGRATION_WEAR_DEFAULT, 0));
  }

  private static MigrationSettings decisions(
      Configuration conf, TierSettings tiers, Network network) {
    double gain =
        read(
            conf,
            MIGRATION_MIN_GAIN_KEY,
            "a number of at least 0",
            () -> conf.getDouble(MIGRATION_MIN_GAIN_KEY, MIGRATION_MIN_GAIN_DEFAULT),
            value -> value >= 0 && Double.isFinite(value));
    return new MigrationSettings(
        millis(conf, MIGRATION_TAU_KEY, MIGRATION_TAU_DEFAULT) / MILLIS,
        millis(conf, MIGRATION_HORIZON_KEY, MIGRATION_HORIZON_DEFAULT) / MILLIS,
        millis(conf, MIGRATION_TYPICAL_JOB_KEY, MIGRATION_TYPICAL_JOB_DEFAULT) / MILLIS,
        gain,
        word(conf, MIGRATION_ORDER_KEY, MIGRATION_ORDER_DEFAULT, MigrationSettings.Order.class),
        number(conf, MIGRATION_PLAN_MOVES_KEY, text(MIGRATION_PLAN_MOVES_DEFAULT), 1, 100_000),
        tiers,
        network);
  }

  private static <E extends Enum<E>> E word(
      Configuration conf, String key, String missing, Class<E> type) {
    return read(
        conf,
        key,
        "one of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT),
        () -> Enum.valueOf(type, conf.getTrimmed(key, missing).toUpperCase(Locale.ROOT)),
        value -> true);
  }

  private static long millis(Configuration conf, String key, String missing) {
    return time(conf, key, missing, TimeUnit.MILLISECONDS);
  }

  static long bytes(Configuration conf, String key, String missing, long least) {
    return read(
        conf,
        key,
        "at least " + least + " bytes",
        () -> TraditionalBinaryPrefix.string2long(conf.getTrimmed(key, missing)),
        value -> value >= least);
  }

  private static String text(int number) {
    return String.valueOf(number);
  }
}
