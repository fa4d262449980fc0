/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which application last wrote a dataset, for as many datasets as it is told to keep. */
final class WriterIndex {
  /** Datasets looked at below one that is read; a reader of "/" feeds on nobody in particular. */
  private static final int MAX_BELOW = 256;

  private final int most;
  private final Map<DatasetPath, Application> byAge = new LinkedHashMap<>();
  private final TreeMap<DatasetPath, Application> byPath = new TreeMap<>();

  WriterIndex(int most) {
    this.most = most;
  }

  void put(DatasetPath dataset, Application writer) {
    byAge.remove(dataset);
    byAge.put(dataset, writer);
    byPath.put(dataset, writer);
    if (byAge.size() > most) {
      Iterator<DatasetPath> oldest = byAge.keySet().iterator();
      byPath.remove(oldest.next());
      oldest.remove();
    }
  }

  /** Applications that last wrote what lies at, above or below the dataset. */
  Set<Application> writersOf(DatasetPath dataset) {
    Set<Application> found = new LinkedHashSet<>();
    String base = dataset.isGlob() ? beforeWildcards(dataset.path()) : dataset.path();
    for (String at = base; ; at = at.substring(0, Math.max(1, at.lastIndexOf('/')))) {
      Application writer = byAge.get(new DatasetPath(dataset.fileSystem(), at));
      if (writer != null) {
        found.add(writer);
      }
      if (at.equals("/")) {
        break;
      }
    }
    below(dataset, base, found);
    return found;
  }

  private void below(DatasetPath dataset, String base, Set<Application> found) {
    DatasetPath from = new DatasetPath(dataset.fileSystem(), base);
    int looked = 0;
    for (var entry : byPath.tailMap(from, false).entrySet()) {
      DatasetPath written = entry.getKey();
      if (!written.fileSystem().equals(dataset.fileSystem())
          || !written.path().startsWith(base)
          || ++looked > MAX_BELOW) {
        return;
      }
      if (written.overlaps(dataset)) {
        found.add(entry.getValue());
      }
    }
  }

  private static String beforeWildcards(String path) {
    int end = 0;
    for (int i = 0; i < path.length() && "*?[]{}\\".indexOf(path.charAt(i)) < 0; i++) {
      end = path.charAt(i) == '/' ? i : end;
    }
    return end == 0 ? "/" : path.substring(0, end);
  }
}
