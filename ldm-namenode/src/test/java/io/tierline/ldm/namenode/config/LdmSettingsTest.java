/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LdmSettingsTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void noDataMovesByItselfUntilSomebodySaysSo() {
    assertThat(LdmSettings.from(new Configuration(false)).migration().mode())
        .isEqualTo(MigrationConfig.Mode.PLAN);
  }

  @Test
  void registrationsMayLastForEver() {
    Configuration conf = new Configuration(false);
    conf.set(LdmKeys.REGISTRATION_EXPIRY_KEY, "0");
    conf.set(LdmKeys.REGISTRATION_RETENTION_KEY, "2h");
    assertThat(LdmSettings.from(conf).life())
        .isEqualTo(new RegistrationLife(Duration.ZERO, Duration.ofHours(2)));
    conf.set(LdmKeys.REGISTRATION_EXPIRY_KEY, "-1s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LdmSettings.from(conf))
        .withMessageContaining(LdmKeys.REGISTRATION_EXPIRY_KEY);
  }

  @Test
  void defaultsOfTheCodeAreThoseOfTheFile() {
    Configuration fromFile = new Configuration(false);
    fromFile.addResource(LdmKeys.DEFAULT_RESOURCE);
    assertThat(LdmSettings.from(conf))
        .usingRecursiveComparison()
        .isEqualTo(LdmSettings.from(fromFile));
  }

  @Test
  void defaultsAreThoseOfTheCore() {
    LdmSettings settings = LdmSettings.from(conf);
    assertThat(settings.tiers()).isEqualTo(TierSettings.DEFAULT);
    assertThat(settings.network()).isEqualTo(Network.TYPICAL);
    assertThat(settings.placement()).isTrue();
    assertThat(settings.readsByRating()).isTrue();
    assertThat(settings.storagePolicies()).isTrue();
    assertThat(settings.budgetNanos()).isEqualTo(100_000);
    assertThat(settings.pauseNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(30));
    assertThat(settings.maxRequestBytes()).isEqualTo(4 << 20);
    assertThat(settings.admins().isUserAllowed(UserGroupInformation.createRemoteUser("x")))
        .isFalse();
  }

  @Test
  void timesThatNoSumHoldsAreRefused() {
    for (String time : new String[] {"36501d", "9223372036854775807d", "292471209y"}) {
      conf.set(LdmKeys.MIGRATION_INTERVAL_KEY, time);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LdmSettings.from(conf))
          .withMessageContaining(LdmKeys.MIGRATION_INTERVAL_KEY);
    }
    conf.set(LdmKeys.MIGRATION_INTERVAL_KEY, "36500d");
    assertThat(LdmSettings.from(conf).migration().intervalMillis()).isPositive();
  }

  @Test
  void everyValueIsTaken() {
    conf.set(LdmKeys.PLACEMENT_ENABLED_KEY, " FALSE ");
    conf.set(LdmKeys.READS_BY_RATING_KEY, "false");
    conf.set(LdmKeys.STORAGE_POLICY_ENABLED_KEY, "false");
    conf.set(LdmKeys.ADMINS_KEY, "alice");
    conf.set(LdmKeys.MEDIA_KEY, " ssd , RAM_DISK ");
    conf.set(LdmKeys.RISING_FROM_KEY, "0.5");
    conf.set(LdmKeys.RESERVE_KEY, "0.2");
    conf.set(LdmKeys.RACK_MIBPS_KEY, "119");
    conf.set(LdmKeys.CORE_MIBPS_KEY, "60");
    conf.set(LdmKeys.TABLE_INTERVAL_KEY, "1m");
    conf.set(LdmKeys.STORAGE_POLICY_INTERVAL_KEY, "250ms");
    conf.set(LdmKeys.BUDGET_KEY, "1ms");
    conf.set(LdmKeys.BUDGET_STRIKES_KEY, "2");
    conf.set(LdmKeys.BUDGET_PAUSE_KEY, "1s");
    conf.set(LdmKeys.DECISIONS_KEPT_KEY, "7");
    conf.set(LdmKeys.WORKFLOWS_MAX_KEY, "8");
    conf.set(LdmKeys.REQUEST_MAX_KEY, "64k");
    conf.set(LdmKeys.STATE_DURABLE_KEY, "false");
    conf.set(LdmKeys.AGENTS_KEY, "hdfs");
    conf.set(LdmKeys.DEVICES_EXPIRY_KEY, "90s");
    conf.set(LdmKeys.DEVICES_MAX_KEY, "9");
    LdmSettings settings = LdmSettings.from(conf);
    assertThat(settings.placement()).isFalse();
    assertThat(settings.readsByRating()).isFalse();
    assertThat(settings.storagePolicies()).isFalse();
    assertThat(settings.admins().getUsers()).containsExactly("alice");
    assertThat(settings.tiers())
        .isEqualTo(new TierSettings(Set.of(Medium.SSD, Medium.RAM_DISK), 0.5, 0.2));
    assertThat(settings.agents().getUsers()).containsExactly("hdfs");
    assertThat(settings.deviceExpiryMillis()).isEqualTo(90_000);
    assertThat(settings.maxDevices()).isEqualTo(9);
    assertThat(settings.network()).isEqualTo(new Network(119, 60));
    assertThat(settings.tableIntervalMillis()).isEqualTo(60_000);
    assertThat(settings.storagePolicyIntervalMillis()).isEqualTo(250);
    assertThat(settings.budgetNanos()).isEqualTo(1_000_000);
    assertThat(settings.strikes()).isEqualTo(2);
    assertThat(settings.pauseNanos()).isEqualTo(1_000_000_000);
    assertThat(settings.decisionsKept()).isEqualTo(7);
    assertThat(settings.maxWorkflows()).isEqualTo(8);
    assertThat(settings.maxRequestBytes()).isEqualTo(65_536);
    assertThat(settings.durableState()).isFalse();
  }

  @Test
  void everyValueOfMigrationIsTaken() {
    conf.set(LdmKeys.MIGRATION_MODE_KEY, " Plan ");
    conf.set(LdmKeys.MIGRATION_INTERVAL_KEY, "1m");
    conf.set(LdmKeys.MIGRATION_TAU_KEY, "2h");
    conf.set(LdmKeys.MIGRATION_HORIZON_KEY, "3h");
    conf.set(LdmKeys.MIGRATION_TYPICAL_JOB_KEY, "4m");
    conf.set(LdmKeys.MIGRATION_MIN_GAIN_KEY, "0.25");
    conf.set(LdmKeys.MIGRATION_ORDER_KEY, "quotient");
    conf.set(LdmKeys.MIGRATION_PLAN_MOVES_KEY, "5");
    conf.set(LdmKeys.MIGRATION_PLANS_KEPT_KEY, "6");
    conf.set(LdmKeys.MIGRATION_SURVEY_KEY, "7k");
    conf.set(LdmKeys.MIGRATION_TOTAL_BYTES_KEY, "8g");
    conf.set(LdmKeys.MIGRATION_NODE_BYTES_KEY, "9m");
    conf.set(LdmKeys.MIGRATION_NODE_MOVES_KEY, "10");
    conf.set(LdmKeys.MIGRATION_THREADS_KEY, "11");
    conf.set(LdmKeys.MIGRATION_TRIES_KEY, "12");
    conf.set(LdmKeys.MIGRATION_VERIFY_KEY, "13s");
    conf.set(LdmKeys.MIGRATION_WEAR_KEY, "0");
    MigrationSettings decisions =
        new MigrationSettings(
            7_200,
            10_800,
            240,
            0.25,
            MigrationSettings.Order.QUOTIENT,
            5,
            TierSettings.DEFAULT,
            Network.TYPICAL);
    assertThat(LdmSettings.from(conf).migration())
        .isEqualTo(
            new MigrationConfig(
                MigrationConfig.Mode.PLAN,
                60_000,
                decisions,
                6,
                7 << 10,
                8L << 30,
                9L << 20,
                10,
                11,
                12,
                13_000,
                0));
  }

  @Test
  void noMediaSwitchFastTiersOff() {
    conf.set(LdmKeys.MEDIA_KEY, "");
    assertThat(LdmSettings.from(conf).tiers().managed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    LdmKeys.PLACEMENT_ENABLED_KEY + ", yes",
    LdmKeys.DEVICES_EXPIRY_KEY + ", 0s",
    LdmKeys.DEVICES_MAX_KEY + ", 0",
    LdmKeys.READS_BY_RATING_KEY + ", 1",
    LdmKeys.STORAGE_POLICY_ENABLED_KEY + ", ''",
    LdmKeys.MEDIA_KEY + ", FLOPPY",
    LdmKeys.MEDIA_KEY + ", 'SSD,DISK'",
    LdmKeys.MEDIA_KEY + ", ARCHIVE",
    LdmKeys.RISING_FROM_KEY + ", -0.1",
    LdmKeys.RISING_FROM_KEY + ", 0.95",
    LdmKeys.RISING_FROM_KEY + ", 70%",
    LdmKeys.RISING_FROM_KEY + ", NaN",
    LdmKeys.RESERVE_KEY + ", 1",
    LdmKeys.RESERVE_KEY + ", -1",
    LdmKeys.RESERVE_KEY + ", little",
    LdmKeys.RACK_MIBPS_KEY + ", 0",
    LdmKeys.RACK_MIBPS_KEY + ", NaN",
    LdmKeys.RACK_MIBPS_KEY + ", 10Gbit",
    LdmKeys.CORE_MIBPS_KEY + ", -5",
    LdmKeys.CORE_MIBPS_KEY + ", Infinity",
    LdmKeys.TABLE_INTERVAL_KEY + ", 0",
    LdmKeys.TABLE_INTERVAL_KEY + ", 10us",
    LdmKeys.TABLE_INTERVAL_KEY + ", often",
    LdmKeys.BUDGET_KEY + ", -1us",
    LdmKeys.BUDGET_KEY + ", ''",
    LdmKeys.BUDGET_STRIKES_KEY + ", 0",
    LdmKeys.BUDGET_STRIKES_KEY + ", many",
    LdmKeys.BUDGET_PAUSE_KEY + ", 0s",
    LdmKeys.DECISIONS_KEPT_KEY + ", 0",
    LdmKeys.DECISIONS_KEPT_KEY + ", 9999999999",
    LdmKeys.STORAGE_POLICY_INTERVAL_KEY + ", 0",
    LdmKeys.STATE_DURABLE_KEY + ", maybe",
    LdmKeys.WORKFLOWS_MAX_KEY + ", 0",
    LdmKeys.WORKFLOWS_MAX_KEY + ", ''",
    LdmKeys.REQUEST_MAX_KEY + ", 10",
    LdmKeys.REQUEST_MAX_KEY + ", 2g",
    LdmKeys.REQUEST_MAX_KEY + ", 99999999999t",
    LdmKeys.REQUEST_MAX_KEY + ", big",
    LdmKeys.CANARY_ALLOW_KEY + ", pilot",
    LdmKeys.CANARY_DENY_KEY + ", /a*",
    LdmKeys.SHADOW_KEY + ", maybe",
    LdmKeys.MIGRATION_MODE_KEY + ", on",
    LdmKeys.MIGRATION_INTERVAL_KEY + ", 0s",
    LdmKeys.MIGRATION_TAU_KEY + ", 0",
    LdmKeys.MIGRATION_HORIZON_KEY + ", soon",
    LdmKeys.MIGRATION_TYPICAL_JOB_KEY + ", -1m",
    LdmKeys.MIGRATION_MIN_GAIN_KEY + ", -0.5",
    LdmKeys.MIGRATION_MIN_GAIN_KEY + ", NaN",
    LdmKeys.MIGRATION_MIN_GAIN_KEY + ", Infinity",
    LdmKeys.MIGRATION_ORDER_KEY + ", random",
    LdmKeys.MIGRATION_PLAN_MOVES_KEY + ", 0",
    LdmKeys.MIGRATION_PLANS_KEPT_KEY + ", 1",
    LdmKeys.MIGRATION_SURVEY_KEY + ", 0",
    LdmKeys.MIGRATION_TOTAL_BYTES_KEY + ", 0",
    LdmKeys.MIGRATION_NODE_BYTES_KEY + ", fast",
    LdmKeys.MIGRATION_NODE_MOVES_KEY + ", 0",
    LdmKeys.MIGRATION_THREADS_KEY + ", 0",
    LdmKeys.MIGRATION_TRIES_KEY + ", 101",
    LdmKeys.MIGRATION_VERIFY_KEY + ", 0s",
    LdmKeys.MIGRATION_WEAR_KEY + ", -1",
  })
  void badValueIsRefusedByTheNameOfItsKey(String key, String value) {
    conf.set(key, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LdmSettings.from(conf))
        .withMessageStartingWith(key + " is '" + value + "', expected ");
  }
}
