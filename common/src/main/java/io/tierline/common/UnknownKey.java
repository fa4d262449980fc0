/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * A key of ours that somebody has set and that nothing reads: mostly a slip of the pen, which would
 * stay unseen for ever.
 *
 * @param key as it stands in the configuration
 * @param nearest the known key that was probably meant; empty where none is alike
 */
public record UnknownKey(String key, Optional<String> nearest) {
  /** Letters to put in, leave out or replace to come from one key to the other. */
  private static final LevenshteinDistance LETTERS = LevenshteinDistance.getDefaultInstance();

  /** A known key that differs in more than a fifth of its letters is not what was meant. */
  private static final int LETTERS_PER_SLIP = 5;

  /**
   * The unknown ones among keys that are set, in order.
   *
   * @param set all that must be of the part that asks
   * @param known the keys that are read
   */
  public static List<UnknownKey> among(Collection<String> set, Set<String> known) {
    List<UnknownKey> unknown = new ArrayList<>();
    for (String key : set) {
      if (!known.contains(key)) {
        unknown.add(new UnknownKey(key, nearest(key, known)));
      }
    }
    unknown.sort(Comparator.comparing(UnknownKey::key));
    return List.copyOf(unknown);
  }

  private static Optional<String> nearest(String key, Collection<String> known) {
    return known.stream()
        .min(
            Comparator.<String>comparingInt(each -> LETTERS.apply(key, each))
                .thenComparing(Comparator.naturalOrder()))
        .filter(each -> LETTERS.apply(key, each) <= Math.max(2, key.length() / LETTERS_PER_SLIP));
  }

  /** For logs and people: {@code tierline.ldm.admin (do you mean tierline.ldm.admins?)}. */
  @Override
  public String toString() {
    return key + nearest.map(" (do you mean %s?)"::formatted).orElse("");
  }
}
