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
 * month of actions keeps each once and comparing them is quick.
 */
final class Places {
  private final int most;
  private final Map<String, Map<String, Optional<DatasetPath>>> byText = new HashMap<>();
  private final Map<DatasetPath, DatasetPath> known = new HashMap<>();

  /**
   * Knows none yet.
   *
   * @param most how many are remembered
   */
  Places(int most) {
    this.most = most;
  }

  /**
   * What evaluated paths mean.
   *
   * @param context all that it depends on beside the path's text
   * @param reading finds the place of a path
   */
  Function<String, Optional<DatasetPath>> in(
      String context, Function<String, Optional<DatasetPath>> reading) {
    Map<String, Optional<DatasetPath>> here = byText.computeIfAbsent(context, c -> new HashMap<>());
    return text -> {
      if (known.size() >= most) {
        known.clear();
        byText.values().forEach(Map::clear);
      }
      return here.computeIfAbsent(text, t -> reading.apply(t).map(this::same));
    };
  }

  /** The first place given that equals this one. */
  DatasetPath same(DatasetPath place) {
    DatasetPath first = known.putIfAbsent(place, place);
    return first == null ? place : first;
  }
}
