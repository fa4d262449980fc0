/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * What paths were last found to belong to. A file is asked for once a block, and looking it up
 * decodes its path and probes two indexes for each of its directories. Of the paths that share a
 * slot the last one is kept; any thread may ask.
 */
final class FoundPaths {
  /** A power of two. */
  private static final int SLOTS = 1024;

  private final AtomicReferenceArray<Found> slots = new AtomicReferenceArray<>(SLOTS);
  private final Function<String, ManagedDataset> index;

  /**
   * Nothing found yet.
   *
   * @param index tells the dataset of a path, null for none; the same for good
   */
  FoundPaths(Function<String, ManagedDataset> index) {
    this.index = index;
  }

  /** A path, and its dataset or null. */
  private record Found(String path, ManagedDataset dataset) {}

  /** What the index tells of a path. */
  ManagedDataset lookup(String path) {
    int hash = path.hashCode();
    int slot = (hash ^ hash >>> Short.SIZE) & SLOTS - 1;
    Found found = slots.get(slot);
    if (found == null || !found.path().equals(path)) {
      found = new Found(path, index.apply(path));
      // A record's parts are final: whoever sees it sees them.
      slots.setPlain(slot, found);
    }
    return found.dataset();
  }
}
