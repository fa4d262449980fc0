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
import io.tierline.ldm.settings.LimitKeys;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * The limits of users, as they are configured.
 *
 * @param book those of everybody, and of certain users and groups
 * @param heapShare of the largest heap, for what all have registered, and as much for what is live
 */
public record LimitSettings(LimitBook book, double heapShare) {
  /**
   * Reads and checks all keys, those of certain users and groups among them.
   *
   * @throws IllegalArgumentException naming the key, its value and what was expected
   */
  static LimitSettings from(Configuration conf) {
    Map<Limit, Long> everybody = new EnumMap<>(Limit.class);
    for (Limit limit : Limit.values()) {
      everybody.put(limit, LimitKeys.of(limit).read(conf::get));
    }
    Map<String, Long> said = new HashMap<>();
    for (String key : overridesIn(conf)) {
      // One that was taken out of the file is left empty in a NameNode that goes on.
      if (!conf.getTrimmed(key, "").isEmpty()) {
        said.put(
            key.substring(LimitKeys.PREFIX.length()), LimitKeys.ofSomebody(key).read(conf::get));
      }
    }
    LimitBook book = LimitBook.of(new UserLimits(everybody), said);
    return new LimitSettings(book, LimitKeys.HEAP_SHARE.read(conf::get));
  }

  /** The keys that state a limit of a certain user or group. */
  public static Set<String> overridesIn(Configuration conf) {
    return conf.getPropsWithPrefix(LimitKeys.PREFIX).keySet().stream()
        .map(LimitKeys.PREFIX::concat)
        .filter(LimitKeys::isOfSomebody)
        .collect(Collectors.toSet());
  }

  /** Bytes of the heap that all registered workflows may take, and all live jobs too. */
  public long heapBytes() {
    return (long) (heapShare * Runtime.getRuntime().maxMemory());
  }
}
