/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.util.Locale;

/** Sizes and numbers as Hadoop writes them: {@code 64m} is 64 MiB. */
public final class Bytes {
  /** Each is 1,024 times the one before it. */
  private static final String PREFIXES = "kmgtpe";

  private static final int BITS = 10;

  private Bytes() {}

  /**
   * Reads one, as Hadoop does.
   *
   * @throws IllegalArgumentException when it is none, or more than a long holds
   */
  public static long parse(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    int prefix = word.isEmpty() ? -1 : PREFIXES.indexOf(word.charAt(word.length() - 1));
    if (prefix < 0) {
      return Long.parseLong(word);
    }
    long number = Long.parseLong(word.substring(0, word.length() - 1));
    int shift = BITS * (prefix + 1);
    if (number > Long.MAX_VALUE >> shift || number < Long.MIN_VALUE >> shift) {
      throw new IllegalArgumentException(text + " is more than can be counted");
    }
    return number << shift;
  }

  /** As it would be written: with the largest prefix that leaves a whole number. */
  public static String format(long bytes) {
    long number = bytes;
    int prefix = -1;
    while (number != 0 && number % (1 << BITS) == 0 && prefix < PREFIXES.length() - 1) {
      number >>= BITS;
      prefix++;
    }
    return prefix < 0 ? String.valueOf(bytes) : number + PREFIXES.substring(prefix, prefix + 1);
  }
}
