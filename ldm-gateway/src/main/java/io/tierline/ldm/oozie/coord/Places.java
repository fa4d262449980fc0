/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The places of datasets that are known already. Of equal ones the same is given out, so that a
 * month of actions keeps each once and comparing them is quick. When there are too many, or they
 * are too long, all are forgotten.
 */
final class Places {
  /** Characters for each that may be remembered: so long are paths, taken all together. */
  private static final int CHARACTERS_OF_EACH = 128;

  private final int most;
  private final Map<String, Map<String, DatasetPath>> byText = new HashMap<>();
  private final Map<DatasetPath, DatasetPath> known = new HashMap<>();
  private int texts;
  private long characters;

  /**
   * Knows none yet.
   *
   * @param most how many places are remembered, and how many texts that mean one
   */
  Places(int most) {
    this.most = most;
  }

  /**
   * What evaluated paths mean. What is no path is not remembered: it could be of any length.
   *
   * @param context all that it depends on beside the path's text
   * @param reading finds the place of a path
   */
  Function<String, Optional<DatasetPath>> in(
      String context, Function<String, Optional<DatasetPath>> reading) {
    Map<String, DatasetPath> here = byText.computeIfAbsent(context, c -> new HashMap<>());
    return text -> {
      DatasetPath before = here.get(text);
      if (before != null) {
        return Optional.of(before);
      }
      Optional<DatasetPath> place = reading.apply(text).map(this::same);
      if (place.isPresent()) {
        makeRoom(text.length());
        here.put(text, place.get());
        texts++;
      }
      return place;
    };
  }

  /** The first place given that equals this one. */
  DatasetPath same(DatasetPath place) {
    DatasetPath first = known.get(place);
    if (first != null) {
      return first;
    }
    makeRoom(place.fileSystem().length() + place.path().length());
    known.put(place, place);
    return place;
  }

  private void makeRoom(int length) {
    boolean isFull = known.size() >= most || texts >= most;
    if (isFull || characters + length > (long) most * CHARACTERS_OF_EACH) {
      forget();
    }
    characters += length;
  }

  /** None is remembered any more. */
  void forget() {
    known.clear();
    byText.values().forEach(Map::clear);
    texts = 0;
    characters = 0;
  }

  /** How many places are remembered, and texts that mean one. */
  int size() {
    return known.size() + byText.values().stream().mapToInt(Map::size).sum();
  }
}
