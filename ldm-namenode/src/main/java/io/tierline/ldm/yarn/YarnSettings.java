/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** The typed, checked form of {@link YarnKeys}. */
record YarnSettings(
    boolean isEnabled,
    List<URI> nameNodes,
    String tagPrefix,
    boolean proxyUser,
    int queueSize,
    long intervalMillis,
    long patienceMillis,
    int timeoutMillis) {

  private static final int MAX_QUEUE = 1 << 20;

  /**
   * Reads and checks all keys.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  static YarnSettings from(Configuration conf) {
    return new YarnSettings(
        flag(conf, YarnKeys.ENABLED_KEY, YarnKeys.ENABLED_DEFAULT),
        addresses(conf),
        conf.getTrimmed(YarnKeys.TAG_PREFIX_KEY, YarnKeys.TAG_PREFIX_DEFAULT),
        flag(conf, YarnKeys.PROXY_USER_KEY, YarnKeys.PROXY_USER_DEFAULT),
        size(conf),
        millis(conf, YarnKeys.INTERVAL_KEY, YarnKeys.INTERVAL_DEFAULT),
        millis(conf, YarnKeys.PATIENCE_KEY, YarnKeys.PATIENCE_DEFAULT),
        (int)
            Math.min(
                Integer.MAX_VALUE, millis(conf, YarnKeys.TIMEOUT_KEY, YarnKeys.TIMEOUT_DEFAULT)));
  }

  /** Hadoop itself takes any other word for the default. */
  private static boolean flag(Configuration conf, String key, boolean missing) {
    String word = conf.getTrimmed(key, String.valueOf(missing)).toLowerCase(Locale.ROOT);
    if (!word.equals("true") && !word.equals("false")) {
      throw bad(conf, key, "true or false", null);
    }
    return Boolean.parseBoolean(word);
  }

  private static int size(Configuration conf) {
    String expected = "from 1 to " + MAX_QUEUE;
    try {
      int size = conf.getInt(YarnKeys.QUEUE_KEY, YarnKeys.QUEUE_DEFAULT);
      if (size >= 1 && size <= MAX_QUEUE) {
        return size;
      }
    } catch (NumberFormatException e) {
      throw bad(conf, YarnKeys.QUEUE_KEY, expected, e);
    }
    throw bad(conf, YarnKeys.QUEUE_KEY, expected, null);
  }

  private static long millis(Configuration conf, String key, String missing) {
    String expected = "a time of at least 1 ms";
    try {
      long millis =
          conf.getTimeDuration(key, missing, TimeUnit.MILLISECONDS, TimeUnit.MILLISECONDS);
      if (millis >= 1) {
        return millis;
      }
    } catch (NumberFormatException e) {
      throw bad(conf, key, expected, e);
    }
    throw bad(conf, key, expected, null);
  }

  private static IllegalArgumentException bad(
      Configuration conf, String key, String expected, Exception cause) {
    return new IllegalArgumentException(
        key + " is '" + conf.get(key) + "', expected " + expected, cause);
  }

  private static List<URI> addresses(Configuration conf) {
    List<URI> stated = new ArrayList<>();
    for (String address : conf.getTrimmedStrings(YarnKeys.ADDRESSES_KEY)) {
      URI uri = URI.create(address);
      if (uri.getHost() == null || !List.of("http", "https").contains(uri.getScheme())) {
        throw new IllegalArgumentException(
            YarnKeys.ADDRESSES_KEY + " is '" + address + "', expected http://HOST:PORT");
      }
      stated.add(uri);
    }
    return stated.isEmpty() ? NameNodeAddresses.of(conf) : stated;
  }
}
