/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.config;

import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Reads values of keys as Hadoop writes them; what makes no sense is refused with its key. */
public final class Values {
  private static final long TIME_MAX_DAYS = 36_500;

  private Values() {}

  /** A time in milliseconds, of at least one. */
  public static long millis(Configuration conf, String key, String missing) {
    return read(
        conf,
        key,
        "a time of at least 1 ms and at most " + TIME_MAX_DAYS + " days",
        () -> conf.getTimeDuration(key, missing, TimeUnit.MILLISECONDS, TimeUnit.MILLISECONDS),
        value -> value >= 1 && value <= TimeUnit.DAYS.toMillis(TIME_MAX_DAYS));
  }

  /** A number between bounds; {@code 64k} and the like are understood. */
  public static long number(Configuration conf, String key, String missing, long least, long most) {
    return read(
        conf,
        key,
        "from " + least + " to " + most,
        () -> TraditionalBinaryPrefix.string2long(conf.getTrimmed(key, missing)),
        value -> value >= least && value <= most);
  }

  /** A text; empty when nothing is set. */
  public static String text(Configuration conf, String key, String missing) {
    return conf.get(key, missing).trim();
  }

  /** The address of a web server. */
  public static URI web(Configuration conf, String key, String text, String example) {
    return read(
        conf,
        key,
        "a URL such as " + example,
        () -> URI.create(text),
        uri ->
            uri.getHost() != null
                && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())));
  }

  private static <T> T read(
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
