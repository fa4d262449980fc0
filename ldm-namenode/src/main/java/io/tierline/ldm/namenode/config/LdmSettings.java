/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static io.tierline.ldm.settings.PlacementKeys.*;

import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.registry.Canary;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.authorize.AccessControlList;

/**
 * The typed, checked form of the NameNode's keys. A value that makes no sense is refused with the
 * key's name; nothing is guessed.
 */
public record LdmSettings(
    boolean placement,
    boolean readsByRating,
    boolean fewTasksFirst,
    AccessControlList admins,
    TierSettings tiers,
    Network network,
    long tableIntervalMillis,
    long budgetNanos,
    int strikes,
    long pauseNanos,
    int decisionsKept,
    boolean storagePolicies,
    long storagePolicyIntervalMillis,
    int maxWorkflows,
    int maxRequestBytes,
    MigrationConfig migration,
    boolean durableState,
    AccessControlList agents,
    long deviceExpiryMillis,
    int maxDevices,
    long wearBytesPerDay,
    LimitSettings limits,
    RequestBounds requests,
    PathRules paths,
    RegistrationLife life,
    boolean shadow,
    Canary canary,
    List<String> lentTo) {

  /**
   * Reads and checks all keys, those too that others read.
   *
   * @throws IllegalArgumentException naming each key whose value makes no sense, the value, and
   *     what was expected
   */
  public static LdmSettings from(Configuration conf) {
    List<String> problems = LdmKeys.NAMENODE.problems(conf::get);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    TierSettings tiers = tiers(conf);
    Network network = new Network(RACK_MIBPS.read(conf::get), CORE_MIBPS.read(conf::get));
    return new LdmSettings(
        ENABLED.read(conf::get),
        READS_BY_RATING.read(conf::get),
        FEW_TASKS_FIRST.read(conf::get),
        new AccessControlList(ServiceKeys.ADMINS.read(conf::get)),
        tiers,
        network,
        TABLE_INTERVAL.read(conf::get).toMillis(),
        BUDGET.read(conf::get).toNanos(),
        BUDGET_STRIKES.read(conf::get),
        BUDGET_PAUSE.read(conf::get).toNanos(),
        DECISIONS_KEPT.read(conf::get),
        STORAGE_POLICIES.read(conf::get),
        STORAGE_POLICY_INTERVAL.read(conf::get).toMillis(),
        LineageKeys.WORKFLOWS_MAX.read(conf::get),
        ServiceKeys.REQUEST_MAX.read(conf::get).intValue(),
        MigrationConfig.from(conf, tiers, network),
        LineageKeys.STATE_DURABLE.read(conf::get),
        new AccessControlList(AGENTS.read(conf::get)),
        DEVICES_EXPIRY.read(conf::get).toMillis(),
        DEVICES_MAX.read(conf::get),
        WEAR.read(conf::get),
        LimitSettings.from(conf),
        requests(conf),
        PathRules.from(conf),
        new RegistrationLife(
            LineageKeys.REGISTRATION_EXPIRY.read(conf::get),
            LineageKeys.REGISTRATION_RETENTION.read(conf::get)),
        SHADOW.read(conf::get),
        new Canary(CANARY_ALLOW.read(conf::get), CANARY_DENY.read(conf::get)),
        LENT_TO.read(conf::get));
  }

  private static TierSettings tiers(Configuration conf) {
    double reserve = RESERVE.read(conf::get);
    double most = 1 - reserve;
    double rising =
        RISING_FROM.check(
            conf::get,
            RISING_FROM.read(conf::get),
            share -> share < most,
            "a share below what " + RESERVE + " leaves, " + most);
    return new TierSettings(
        MEDIA.read(conf::get),
        rising,
        reserve,
        MOST_RESERVED.read(conf::get),
        VALUE_MODEL.read(conf::get));
  }

  private static RequestBounds requests(Configuration conf) {
    return new RequestBounds(
        ServiceKeys.REQUESTS_THREADS.read(conf::get),
        ServiceKeys.REQUESTS_WAITING.read(conf::get),
        ServiceKeys.REQUESTS_PER_USER.read(conf::get),
        ServiceKeys.REQUESTS_TIMEOUT.read(conf::get).toMillis());
  }
}
