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

import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.registry.Canary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * The typed, checked form of {@link LdmKeys}. A value that makes no sense is refused with the key's
 * name; nothing is guessed.
 */
public record LdmSettings(
    boolean placement,
    boolean readsByRating,
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
    Canary canary) {

  /** Sums of moments and of times that long are still numbers, in nanoseconds too. */
  private static final long TIME_MAX_DAYS = 36_500;

  /**
   * Reads and checks all keys.
   *
   * @throws IllegalArgumentException naming the key, its value and what was expected
   */
  public static LdmSettings from(Configuration conf) {
    TierSettings tiers = tiers(conf);
    Network network = network(conf);
    return new LdmSettings(
        flag(conf, PLACEMENT_ENABLED_KEY, PLACEMENT_ENABLED_DEFAULT),
        flag(conf, READS_BY_RATING_KEY, READS_BY_RATING_DEFAULT),
        new AccessControlList(conf.get(ADMINS_KEY, ADMINS_DEFAULT)),
        tiers,
        network,
        time(conf, TABLE_INTERVAL_KEY, TABLE_INTERVAL_DEFAULT, TimeUnit.MILLISECONDS),
        time(conf, BUDGET_KEY, BUDGET_DEFAULT, TimeUnit.NANOSECONDS),
        number(conf, BUDGET_STRIKES_KEY, String.valueOf(BUDGET_STRIKES_DEFAULT), 1, 1_000_000),
        time(conf, BUDGET_PAUSE_KEY, BUDGET_PAUSE_DEFAULT, TimeUnit.NANOSECONDS),
        number(conf, DECISIONS_KEPT_KEY, String.valueOf(DECISIONS_KEPT_DEFAULT), 1, 1 << 20),
        flag(conf, STORAGE_POLICY_ENABLED_KEY, STORAGE_POLICY_ENABLED_DEFAULT),
        time(
            conf,
            STORAGE_POLICY_INTERVAL_KEY,
            STORAGE_POLICY_INTERVAL_DEFAULT,
            TimeUnit.MILLISECONDS),
        number(conf, WORKFLOWS_MAX_KEY, String.valueOf(WORKFLOWS_MAX_DEFAULT), 1, 1 << 20),
        number(conf, REQUEST_MAX_KEY, REQUEST_MAX_DEFAULT, 1 << 10, 1 << 30),
        MigrationConfig.from(conf, tiers, network),
        flag(conf, STATE_DURABLE_KEY, STATE_DURABLE_DEFAULT),
        new AccessControlList(conf.get(AGENTS_KEY, AGENTS_DEFAULT)),
        time(conf, DEVICES_EXPIRY_KEY, DEVICES_EXPIRY_DEFAULT, TimeUnit.MILLISECONDS),
        number(conf, DEVICES_MAX_KEY, String.valueOf(DEVICES_MAX_DEFAULT), 1, 10_000_000),
        MigrationConfig.bytes(conf, WEAR_KEY, WEAR_DEFAULT, 0),
        LimitSettings.from(conf),
        requests(conf),
        PathRules.from(conf),
        life(conf),
        flag(conf, SHADOW_KEY, SHADOW_DEFAULT),
        new Canary(
            directories(conf, CANARY_ALLOW_KEY, CANARY_ALLOW_DEFAULT),
            directories(conf, CANARY_DENY_KEY, CANARY_DENY_DEFAULT)));
  }

  private static List<String> directories(Configuration conf, String key, String missing) {
    List<String> directories = new ArrayList<>();
    for (String name : StringUtils.getTrimmedStringCollection(conf.get(key, missing))) {
      String directory =
          read(
              conf,
              key,
              "absolute paths of directories, without wildcards, with commas between them",
              () -> name,
              path -> DFSUtilClient.isValidName(path) && !path.matches(".*[*?\\[{].*"));
      boolean endsBare = directory.length() == 1 || !directory.endsWith("/");
      directories.add(endsBare ? directory : directory.substring(0, directory.length() - 1));
    }
    return directories;
  }

  private static RegistrationLife life(Configuration conf) {
    return new RegistrationLife(
        timeOrNever(conf, REGISTRATION_EXPIRY_KEY, REGISTRATION_EXPIRY_DEFAULT),
        timeOrNever(conf, REGISTRATION_RETENTION_KEY, REGISTRATION_RETENTION_DEFAULT));
  }

  /** A time that 0 stands for no end of. */
  private static Duration timeOrNever(Configuration conf, String key, String missing) {
    return Duration.ofMillis(
        read(
            conf,
            key,
            "0 for never, or a time of at most " + TIME_MAX_DAYS + " days",
            () -> conf.getTimeDuration(key, missing, TimeUnit.SECONDS, TimeUnit.MILLISECONDS),
            value -> value >= 0 && value <= TimeUnit.DAYS.toMillis(TIME_MAX_DAYS)));
  }

  private static TierSettings tiers(Configuration conf) {
    Set<Medium> media = EnumSet.noneOf(Medium.class);
    for (String name : StringUtils.getTrimmedStringCollection(conf.get(MEDIA_KEY, MEDIA_DEFAULT))) {
      media.add(
          read(
              conf,
              MEDIA_KEY,
              "some of RAM_DISK, NVDIMM, SSD",
              () -> Medium.valueOf(name.toUpperCase(Locale.ROOT)),
              medium -> medium.compareTo(TierSettings.BASE) < 0));
    }
    double reserve = share(conf, RESERVE_KEY, RESERVE_DEFAULT, 1);
    double most = 1 - reserve;
    return new TierSettings(
        media, share(conf, RISING_FROM_KEY, RISING_FROM_DEFAULT, most), reserve);
  }

  private static RequestBounds requests(Configuration conf) {
    return new RequestBounds(
        number(conf, REQUESTS_THREADS_KEY, String.valueOf(REQUESTS_THREADS_DEFAULT), 1, 1_000),
        number(conf, REQUESTS_WAITING_KEY, String.valueOf(REQUESTS_WAITING_DEFAULT), 0, 10_000),
        number(conf, REQUESTS_PER_USER_KEY, String.valueOf(REQUESTS_PER_USER_DEFAULT), 1, 10_000),
        time(conf, REQUESTS_TIMEOUT_KEY, REQUESTS_TIMEOUT_DEFAULT, TimeUnit.MILLISECONDS));
  }

  private static Network network(Configuration conf) {
    return new Network(
        bandwidth(conf, RACK_MIBPS_KEY, RACK_MIBPS_DEFAULT),
        bandwidth(conf, CORE_MIBPS_KEY, CORE_MIBPS_DEFAULT));
  }

  /** Hadoop itself takes any other word for the default. */
  public static boolean flag(Configuration conf, String key, boolean missing) {
    String word = conf.getTrimmed(key, String.valueOf(missing)).toLowerCase(Locale.ROOT);
    return Boolean.parseBoolean(
        read(conf, key, "true or false", () -> word, Set.of("true", "false")::contains));
  }

  private static double share(Configuration conf, String key, double missing, double below) {
    return read(
        conf,
        key,
        "a share from 0 to below " + below,
        () -> conf.getDouble(key, missing),
        value -> value >= 0 && value < below);
  }

  private static double bandwidth(Configuration conf, String key, double missing) {
    return read(
        conf,
        key,
        "a bandwidth above 0 MiB/s",
        () -> conf.getDouble(key, missing),
        value -> value > 0 && Double.isFinite(value));
  }

  /** A time of at least 1 of its unit, in that unit. */
  public static long time(Configuration conf, String key, String missing, TimeUnit unit) {
    return read(
        conf,
        key,
        "a time of at least 1 " + unit + " and at most " + TIME_MAX_DAYS + " days",
        () -> conf.getTimeDuration(key, missing, unit, unit),
        value -> value >= 1 && value <= unit.convert(TIME_MAX_DAYS, TimeUnit.DAYS));
  }

  /** A number between bounds; {@code 64k} and the like are understood. */
  public static int number(Configuration conf, String key, String missing, long least, long most) {
    return read(
            conf,
            key,
            "from " + least + " to " + most,
            () -> TraditionalBinaryPrefix.string2long(conf.getTrimmed(key, missing)),
            value -> value >= least && value <= most)
        .intValue();
  }

  /** How many files and directories are looked at before the lock is let go of. */
  public static int lockInodes(Configuration conf) {
    return number(conf, LOCK_INODES_KEY, String.valueOf(LOCK_INODES_DEFAULT), 1, 1 << 20);
  }

  /** Whether LDM may run in a Hadoop that it was not tested with. */
  public static boolean untestedHadoopAllowed(Configuration conf) {
    return flag(conf, UNTESTED_HADOOP_ALLOWED_KEY, UNTESTED_HADOOP_ALLOWED_DEFAULT);
  }

  /** Whether directories under a snapshottable one are given storage policies too. */
  public static boolean policiesInSnapshottable(Configuration conf) {
    return flag(conf, STORAGE_POLICY_SNAPSHOTTABLE_KEY, STORAGE_POLICY_SNAPSHOTTABLE_DEFAULT);
  }

  /**
   * Reads one key.
   *
   * @throws IllegalArgumentException naming the key, its value and what was expected
   */
  public static <T> T read(
      Configuration conf, String key, String expected, Supplier<T> reader, Predicate<T> isGood) {
    T value = null;
    RuntimeException cause = null;
    try {
      value = reader.get();
    } catch (RuntimeException unreadable) {
      cause = unreadable;
    }
    if (value == null || !isGood.test(value)) {
      throw new IllegalArgumentException(
          key + " is '" + conf.get(key) + "', expected " + expected, cause);
    }
    return value;
  }
}
