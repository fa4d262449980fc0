/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Texts that were made of the templates of one coordinator: one action after the other asks for
 * nearly the same. When they take too much room, all are forgotten and made again.
 */
final class KnownTexts {
  /** Characters that are remembered in all; a month of hours is some hundred thousand. */
  static final int CHARACTERS_MAX = 8 << 20;

  /** What a text takes beside its characters, by which short ones are bounded too. */
  private static final int BESIDE = 256;

  private final Map<Object, String> texts = new HashMap<>();
  private long taken;

  /** The text of a key, made when it is not known. */
  String of(Object key, Supplier<String> making) {
    String text = texts.get(key);
    if (text == null) {
      text = making.get();
      int size = BESIDE + text.length();
      if (taken + size > CHARACTERS_MAX) {
        forget();
      }
      taken += size;
      texts.put(key, text);
    }
    return text;
  }

  /** None is remembered any more. */
  void forget() {
    texts.clear();
    taken = 0;
  }

  /** How many are remembered. */
  int size() {
    return texts.size();
  }
}
