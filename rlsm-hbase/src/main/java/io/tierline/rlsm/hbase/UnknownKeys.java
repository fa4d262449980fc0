/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Keys of RLSM that somebody has set and that nothing reads: mostly a slip of the pen. */
final class UnknownKeys {

  /** A known key that differs in more than a fifth of its letters is not what was meant. */
  private static final int LETTERS_PER_SLIP = 5;

  private UnknownKeys() {}

  /**
   * One line for each unknown key, with the nearest known one.
   *
   * @param conf all that is set, of whatever part of HBase
   * @param prefix what the keys of RLSM begin with
   * @param known the keys that are read
   */
  static List<String> among(
      Iterable<Map.Entry<String, String>> conf, String prefix, Set<String> known) {
    return StreamSupport.stream(conf.spliterator(), false)
        .map(Map.Entry::getKey)
        .filter(key -> key.startsWith(prefix) && !known.contains(key))
        .sorted()
        .distinct()
        .map(key -> "nothing reads the key " + key + meant(key, known))
        .toList();
  }

  private static String meant(String key, Set<String> known) {
    Optional<String> nearest =
        known.stream()
            .min(
                Comparator.<String>comparingInt(each -> distance(key, each))
                    .thenComparing(Comparator.naturalOrder()))
            .filter(each -> distance(key, each) <= Math.max(2, key.length() / LETTERS_PER_SLIP));
    return nearest.map(" (do you mean %s?)"::formatted).orElse("");
  }

  /** Letters to put in, leave out or replace to come from one to the other. */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[to.length()];
  }
}
