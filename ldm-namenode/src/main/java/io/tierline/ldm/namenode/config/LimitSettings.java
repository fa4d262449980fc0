/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.LimitBook;
import io.tierline.ldm.limits.UserLimits;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * The limits of users, as they are configured.
 *
 * @param book those of everybody, and of certain users and groups
 * @param heapShare of the largest heap, for what all have registered, and as much for what is live
 */
public record LimitSettings(LimitBook book, double heapShare) {
  private static final double HEAP_SHARE_MOST = 0.5;
  private static final long UNLIMITED = -1;

  /** What is missing in a configuration. */
  private static final Map<Limit, String> DEFAULTS =
      Map.ofEntries(
          Map.entry(Limit.WORKFLOWS, String.valueOf(LdmKeys.LIMITS_WORKFLOWS_DEFAULT)),
          Map.entry(Limit.JOBS, String.valueOf(LdmKeys.LIMITS_JOBS_DEFAULT)),
          Map.entry(Limit.PATHS, String.valueOf(LdmKeys.LIMITS_PATHS_DEFAULT)),
          Map.entry(Limit.NOTES, String.valueOf(LdmKeys.LIMITS_NOTES_DEFAULT)),
          Map.entry(Limit.MEMORY, LdmKeys.LIMITS_MEMORY_DEFAULT),
          Map.entry(Limit.LINKS, String.valueOf(LdmKeys.LIMITS_LINKS_DEFAULT)),
          Map.entry(Limit.LIVE_JOBS, String.valueOf(LdmKeys.LIMITS_LIVE_JOBS_DEFAULT)),
          Map.entry(Limit.LIVE_MEMORY, LdmKeys.LIMITS_LIVE_MEMORY_DEFAULT),
          Map.entry(Limit.READERS, String.valueOf(LdmKeys.LIMITS_READERS_DEFAULT)),
          Map.entry(Limit.UNSEEN_READERS, String.valueOf(LdmKeys.LIMITS_UNSEEN_READERS_DEFAULT)),
          Map.entry(Limit.LYING, String.valueOf(LdmKeys.LIMITS_FAST_DEFAULT)),
          Map.entry(Limit.PLACED, String.valueOf(LdmKeys.LIMITS_PLACED_DEFAULT)),
          Map.entry(Limit.WRITTEN, String.valueOf(LdmKeys.LIMITS_WRITTEN_DEFAULT)),
          Map.entry(Limit.MOVES, String.valueOf(LdmKeys.LIMITS_MOVES_DEFAULT)));

  /**
   * Reads and checks all keys, those of certain users and groups among them.
   *
   * @throws IllegalArgumentException naming the key, its value and what was expected
   */
  static LimitSettings from(Configuration conf) {
    Map<Limit, Long> everybody = new EnumMap<>(Limit.class);
    DEFAULTS.forEach(
        (limit, missing) ->
            everybody.put(limit, value(conf, LdmKeys.LIMITS_PREFIX + limit.key(), missing)));
    Map<String, Long> said = new HashMap<>();
    for (String key : overridesIn(conf)) {
      // One that was taken out of the file is left empty in a NameNode that goes on.
      if (!conf.getTrimmed(key, "").isEmpty()) {
        said.put(key.substring(LdmKeys.LIMITS_PREFIX.length()), value(conf, key, ""));
      }
    }
    double share =
        LdmSettings.read(
            conf,
            LdmKeys.LIMITS_HEAP_SHARE_KEY,
            "a share above 0 and at most " + HEAP_SHARE_MOST,
            () -> conf.getDouble(LdmKeys.LIMITS_HEAP_SHARE_KEY, LdmKeys.LIMITS_HEAP_SHARE_DEFAULT),
            value -> value > 0 && value <= HEAP_SHARE_MOST);
    return new LimitSettings(LimitBook.of(new UserLimits(everybody), said), share);
  }

  /** The keys that state a limit of a certain user or group. */
  public static Set<String> overridesIn(Configuration conf) {
    return conf.getPropsWithPrefix(LdmKeys.LIMITS_PREFIX).keySet().stream()
        .filter(LimitBook::isOverride)
        .map(LdmKeys.LIMITS_PREFIX::concat)
        .collect(Collectors.toSet());
  }

  private static long value(Configuration conf, String key, String missing) {
    long value =
        LdmSettings.read(
            conf,
            key,
            "a number from 0, or -1 for no limit",
            () -> TraditionalBinaryPrefix.string2long(conf.getTrimmed(key, missing)),
            number -> number >= UNLIMITED);
    return value == UNLIMITED ? Long.MAX_VALUE : value;
  }

  /** Bytes of the heap that all registered workflows may take, and all live jobs too. */
  public long heapBytes() {
    return (long) (heapShare * Runtime.getRuntime().maxMemory());
  }
}
