/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is wrong with the settings of families, told once and not for each region: a slip in {@code
 * hbase-site.xml} concerns all stores of a region server. From any thread.
 */
final class Complaints {
  /** Families that are remembered, at least. */
  static final int MOST = 10_000;

  private final Map<String, List<String>> told = new HashMap<>();

  /**
   * Whether these have to be told: they differ from those of the family's store that was opened
   * before. So what was right in between is told again.
   *
   * @param family whose, of which table
   * @param lines all of a store of it; none if its settings are right
   */
  synchronized boolean areNews(String family, List<String> lines) {
    if (lines.isEmpty()) {
      told.remove(family);
      return false;
    }
    if (told.size() >= MOST && !told.containsKey(family)) {
      told.clear();
    }
    return !lines.equals(told.put(family, List.copyOf(lines)));
  }
}
