/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes characters, tokens and stretches of a text at random: input for parsers. */
public final class TextMutator {
  private static final int LONGEST_STRETCH = 8;

  private static final List<String> JSON_TOKENS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "null",
          "true",
          "-1",
          "0",
          "1.5",
          "1e400",
          "NaN",
          "99999999999999999999",
          "\"a\"",
          "[]",
          "{}",
          "\\u0000",
          "\\ud800",
          "\n",
          "\u2028",
          "/");

  private final int mostChanges;
  private final List<String> tokens = new ArrayList<>(JSON_TOKENS);

  /**
   * For texts in JSON.
   *
   * @param mostChanges how many changes a text gets at most, at least 1
   * @param more tokens that are put in beside those of JSON, such as names of fields
   */
  public TextMutator(int mostChanges, String... more) {
    this.mostChanges = mostChanges;
    tokens.addAll(List.of(more));
  }

  /** The text with at least one change. */
  public String mutated(String original, Random random) {
    StringBuilder text = new StringBuilder(original);
    for (int change = 1 + random.nextInt(mostChanges); change > 0 && !text.isEmpty(); change--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(LONGEST_STRETCH));
      switch (random.nextInt(5)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(0x100));
        case 1 -> text.insert(at, token(random));
        case 2 -> text.delete(at, end);
        case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
        default -> text.replace(at, end, token(random));
      }
    }
    return text.toString();
  }

  private String token(Random random) {
    return tokens.get(random.nextInt(tokens.size()));
  }
}
