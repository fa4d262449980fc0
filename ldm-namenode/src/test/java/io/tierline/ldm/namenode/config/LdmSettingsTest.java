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
import io.tierline.ldm.placement.ValueModel;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.MigrationMode;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
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
        .isEqualTo(MigrationMode.PLAN);
  }

  @Test
  void registrationsMayLastForEver() {
    Configuration conf = new Configuration(false);
    conf.set(LineageKeys.REGISTRATION_EXPIRY.key(), "0");
    conf.set(LineageKeys.REGISTRATION_RETENTION.key(), "2h");
    assertThat(LdmSettings.from(conf).life())
        .isEqualTo(new RegistrationLife(Duration.ZERO, Duration.ofHours(2)));
    conf.set(LineageKeys.REGISTRATION_EXPIRY.key(), "-1s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LdmSettings.from(conf))
        .withMessageContaining(LineageKeys.REGISTRATION_EXPIRY.key());
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
      conf.set(MigrationKeys.INTERVAL.key(), time);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LdmSettings.from(conf))
          .withMessageContaining(MigrationKeys.INTERVAL.key());
    }
    conf.set(MigrationKeys.INTERVAL.key(), "36500d");
    assertThat(LdmSettings.from(conf).migration().intervalMillis()).isPositive();
  }

  @Test
  void everyValueIsTaken() {
    conf.set(PlacementKeys.ENABLED.key(), " FALSE ");
    conf.set(PlacementKeys.READS_BY_RATING.key(), "false");
    conf.set(PlacementKeys.STORAGE_POLICIES.key(), "false");
    conf.set(ServiceKeys.ADMINS.key(), "alice");
    conf.set(PlacementKeys.MEDIA.key(), " ssd , RAM_DISK ");
    conf.set(PlacementKeys.RISING_FROM.key(), "0.5");
    conf.set(PlacementKeys.RESERVE.key(), "0.2");
    conf.set(PlacementKeys.RACK_MIBPS.key(), "119");
    conf.set(PlacementKeys.CORE_MIBPS.key(), "60");
    conf.set(PlacementKeys.TABLE_INTERVAL.key(), "1m");
    conf.set(PlacementKeys.STORAGE_POLICY_INTERVAL.key(), "250ms");
    conf.set(PlacementKeys.VALUE_MODEL.key(), "quotient");
    conf.set(PlacementKeys.BUDGET.key(), "1ms");
    conf.set(PlacementKeys.BUDGET_STRIKES.key(), "2");
    conf.set(PlacementKeys.BUDGET_PAUSE.key(), "1s");
    conf.set(PlacementKeys.DECISIONS_KEPT.key(), "7");
    conf.set(LineageKeys.WORKFLOWS_MAX.key(), "8");
    conf.set(ServiceKeys.REQUEST_MAX.key(), "64k");
    conf.set(LineageKeys.STATE_DURABLE.key(), "false");
    conf.set(PlacementKeys.AGENTS.key(), "hdfs");
    conf.set(PlacementKeys.DEVICES_EXPIRY.key(), "90s");
    conf.set(PlacementKeys.DEVICES_MAX.key(), "9");
    LdmSettings settings = LdmSettings.from(conf);
    assertThat(settings.placement()).isFalse();
    assertThat(settings.readsByRating()).isFalse();
    assertThat(settings.storagePolicies()).isFalse();
    assertThat(settings.admins().getUsers()).containsExactly("alice");
    assertThat(settings.tiers())
        .isEqualTo(
            new TierSettings(
                Set.of(Medium.SSD, Medium.RAM_DISK), 0.5, 0.2, 2L << 30, ValueModel.QUOTIENT));
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
    conf.set(MigrationKeys.MODE.key(), " Plan ");
    conf.set(MigrationKeys.INTERVAL.key(), "1m");
    conf.set(MigrationKeys.TAU.key(), "2h");
    conf.set(MigrationKeys.HORIZON.key(), "3h");
    conf.set(MigrationKeys.TYPICAL_JOB.key(), "4m");
    conf.set(MigrationKeys.MIN_GAIN.key(), "0.25");
    conf.set(MigrationKeys.ORDER.key(), "quotient");
    conf.set(MigrationKeys.PLAN_MOVES.key(), "5");
    conf.set(MigrationKeys.PLANS_KEPT.key(), "6");
    conf.set(MigrationKeys.SURVEY.key(), "7k");
    conf.set(MigrationKeys.TOTAL_BYTES.key(), "8g");
    conf.set(MigrationKeys.NODE_BYTES.key(), "9m");
    conf.set(MigrationKeys.NODE_MOVES.key(), "10");
    conf.set(MigrationKeys.THREADS.key(), "11");
    conf.set(MigrationKeys.TRIES.key(), "12");
    conf.set(MigrationKeys.VERIFY.key(), "13s");
    conf.set(MigrationKeys.WEAR.key(), "0");
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
                MigrationMode.PLAN,
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

  /** Who corrects one value learns of the next at once, and not at the next start. */
  @Test
  void allThatMakesNoSenseIsNamed() {
    conf.set(PlacementKeys.ENABLED.key(), "yes");
    conf.set(MigrationKeys.INTERVAL.key(), "soon");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LdmSettings.from(conf))
        .withMessageContainingAll("placement.enabled is 'yes'", "migration.interval is 'soon'");
  }

  @Test
  void noMediaSwitchFastTiersOff() {
    conf.set(PlacementKeys.MEDIA.key(), "");
    assertThat(LdmSettings.from(conf).tiers().managed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tierline.ldm.placement.enabled, yes",
    "tierline.ldm.devices.expiry, 0s",
    "tierline.ldm.devices.max, 0",
    "tierline.ldm.reads.by-rating, 1",
    "tierline.ldm.storage-policy.enabled, ''",
    "tierline.ldm.tier.media, FLOPPY",
    "tierline.ldm.tier.media, 'SSD,DISK'",
    "tierline.ldm.tier.media, ARCHIVE",
    "tierline.ldm.tier.rising-from, -0.1",
    "tierline.ldm.tier.rising-from, 0.95",
    "tierline.ldm.tier.rising-from, 170%",
    "tierline.ldm.tier.rising-from, NaN",
    "tierline.ldm.tier.reserve, 1",
    "tierline.ldm.tier.reserve, -1",
    "tierline.ldm.tier.reserve, little",
    "tierline.ldm.network.rack-mibps, 0",
    "tierline.ldm.network.rack-mibps, NaN",
    "tierline.ldm.network.rack-mibps, 10Gbit",
    "tierline.ldm.network.core-mibps, -5",
    "tierline.ldm.network.core-mibps, Infinity",
    "tierline.ldm.storage-table.interval, 0",
    "tierline.ldm.storage-table.interval, 10us",
    "tierline.ldm.storage-table.interval, often",
    "tierline.ldm.decision.budget, -1us",
    "tierline.ldm.decision.budget, ''",
    "tierline.ldm.decision.budget.strikes, 0",
    "tierline.ldm.decision.budget.strikes, many",
    "tierline.ldm.decision.budget.pause, 0s",
    "tierline.ldm.decisions.kept, 0",
    "tierline.ldm.decisions.kept, 9999999999",
    "tierline.ldm.storage-policy.interval, 0",
    "tierline.ldm.state.durable, maybe",
    "tierline.ldm.workflows.max, 0",
    "tierline.ldm.workflows.max, ''",
    "tierline.ldm.request.max-bytes, 10",
    "tierline.ldm.request.max-bytes, 2g",
    "tierline.ldm.request.max-bytes, 99999999999t",
    "tierline.ldm.request.max-bytes, big",
    "tierline.ldm.canary.allow, pilot",
    "tierline.ldm.canary.deny, /a*",
    "tierline.ldm.shadow.enabled, maybe",
    "tierline.ldm.migration.mode, on",
    "tierline.ldm.migration.interval, 0s",
    "tierline.ldm.migration.tau, 0",
    "tierline.ldm.migration.horizon, soon",
    "tierline.ldm.migration.typical-job, -1m",
    "tierline.ldm.migration.min-gain, -0.5",
    "tierline.ldm.migration.min-gain, NaN",
    "tierline.ldm.migration.min-gain, Infinity",
    "tierline.ldm.migration.order, random",
    "tierline.ldm.migration.plan.max-moves, 0",
    "tierline.ldm.migration.plans.kept, 1",
    "tierline.ldm.migration.survey.max-blocks, 0",
    "tierline.ldm.migration.throttle.total-bytes-per-second, 0",
    "tierline.ldm.migration.throttle.node-bytes-per-second, fast",
    "tierline.ldm.migration.throttle.node-moves, 0",
    "tierline.ldm.migration.threads, 0",
    "tierline.ldm.migration.tries, 101",
    "tierline.ldm.migration.verify-timeout, 0s",
    "tierline.ldm.migration.wear.bytes-per-day, -1",
  })
  void badValueIsRefusedByTheNameOfItsKey(String key, String value) {
    conf.set(key, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LdmSettings.from(conf))
        .withMessageStartingWith(key + " is '" + value + "', expected ");
  }
}
