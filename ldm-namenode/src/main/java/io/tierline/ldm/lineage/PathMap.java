/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Values under paths. That of one path is found at once; the order of paths, which finds those
 * below one, is made when it is first asked for, since most questions need none.
 *
 * <p>Several threads may ask while none adds.
 */
final class PathMap<T> {
  private final Map<String, T> byPath = new HashMap<>();
  private volatile @Nullable TreeMap<String, T> sorted;

  /** The value of that path; the first one's when there is none yet. */
  T at(String path, Supplier<T> first) {
    T known = byPath.get(path);
    if (known == null) {
      known = first.get();
      byPath.put(path, known);
      sorted = null;
    }
    return known;
  }

  /** The value of that path, null when there is none. */
  @Nullable T get(String path) {
    return byPath.get(path);
  }

  /** The values below that path, in the order of paths. */
  SortedMap<String, T> under(String path) {
    TreeMap<String, T> ordered = sorted;
    if (ordered == null) {
      // Two threads may both get here; they find the same.
      ordered = new TreeMap<>(byPath);
      sorted = ordered;
    }
    // '0' follows '/' in the order of characters: this is the range of all paths below.
    return path.equals("/")
        ? ordered.subMap("/", false, "0", false)
        : ordered.subMap(path + "/", true, path + "0", false);
  }
}
