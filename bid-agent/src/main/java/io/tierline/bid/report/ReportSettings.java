/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * The typed, checked form of the keys.
 *
 * @param nameNodes their HTTP addresses; none: nothing is reported
 * @param intervalMillis between two reports
 * @param timeoutMillis of a request, for connecting and for its answer
 */
record ReportSettings(List<URI> nameNodes, long intervalMillis, int timeoutMillis) {
  /** HTTP addresses of all NameNodes; none by default, and then nothing is measured. */
  static final String NAMENODES_KEY = "tierline.bid.report.namenodes";

  static final String INTERVAL_KEY = "tierline.bid.report.interval";
  static final String TIMEOUT_KEY = "tierline.bid.report.timeout";

  private static final String PREFIX = "tierline.bid.";
  private static final List<String> KEYS = List.of(NAMENODES_KEY, INTERVAL_KEY, TIMEOUT_KEY);

  private static final long MOST_MILLIS = TimeUnit.DAYS.toMillis(1);

  /**
   * Reads and checks all keys.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  static ReportSettings from(Configuration conf) {
    return new ReportSettings(
        addresses(conf), millis(conf, INTERVAL_KEY, "2m"), (int) millis(conf, TIMEOUT_KEY, "10s"));
  }

  /** What to log of keys of ours that are set and that nothing reads; one line each. */
  static List<String> unknownIn(Configuration conf) {
    return conf.getPropsWithPrefix(PREFIX).keySet().stream()
        .map(rest -> PREFIX + rest)
        .filter(key -> !KEYS.contains(key))
        .sorted()
        .map(key -> "nothing reads the key " + key + "; there are " + String.join(", ", KEYS))
        .toList();
  }

  private static long millis(Configuration conf, String key, String missing) {
    NumberFormatException unreadable = null;
    try {
      long millis =
          conf.getTimeDuration(key, missing, TimeUnit.MILLISECONDS, TimeUnit.MILLISECONDS);
      if (millis >= 1 && millis <= MOST_MILLIS) {
        return millis;
      }
    } catch (NumberFormatException e) {
      unreadable = e;
    }
    throw new IllegalArgumentException(
        key + " is '" + conf.get(key) + "', expected a time from 1 ms to 1 day", unreadable);
  }

  private static List<URI> addresses(Configuration conf) {
    List<URI> addresses = new ArrayList<>();
    for (String address : conf.getTrimmedStrings(NAMENODES_KEY)) {
      URI uri = URI.create(address);
      if (uri.getHost() == null || !List.of("http", "https").contains(uri.getScheme())) {
        throw new IllegalArgumentException(
            NAMENODES_KEY + " names '" + address + "', expected http://HOST:PORT");
      }
      addresses.add(uri);
    }
    return List.copyOf(addresses);
  }
}
