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
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Keys of RLSM that somebody has set and that nothing reads: mostly a slip of the pen. */
final class UnknownKeys {

  /** Letters to put in, leave out or replace to come from one key to the other. */
  private static final LevenshteinDistance LETTERS = LevenshteinDistance.getDefaultInstance();

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
                Comparator.<String>comparingInt(each -> LETTERS.apply(key, each))
                    .thenComparing(Comparator.naturalOrder()))
            .filter(
                each -> LETTERS.apply(key, each) <= Math.max(2, key.length() / LETTERS_PER_SLIP));
    return nearest.map(" (do you mean %s?)"::formatted).orElse("");
  }
}
