/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.registry.ManagedDataset;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * For which files a dataset's root was noted since storage policies were last set. A note leads to
 * memory that no cache holds, and every block of a file would make the same one. Of the files that
 * share a slot the last one is kept; any thread may ask.
 */
final class NotedRoots {
  /** A power of two. */
  private static final int SLOTS = 1024;

  private volatile Round current = new Round(-1);

  private static final class Round {
    private final long number;
    private final AtomicReferenceArray<ManagedDataset> slots = new AtomicReferenceArray<>(SLOTS);

    Round(long number) {
      this.number = number;
    }
  }

  /**
   * True when the dataset is still to be noted for that file in this round; it is not then.
   *
   * @param round changes when notes are looked at
   */
  @SuppressWarnings("ReferenceEquality") // another of equal content may be of a later lineage
  boolean isNew(String file, ManagedDataset dataset, long round) {
    Round now = current;
    if (now.number != round) {
      now = new Round(round);
      current = now;
    }
    int hash = file.hashCode();
    int slot = (hash ^ hash >>> Short.SIZE) & SLOTS - 1;
    boolean isNew = now.slots.getPlain(slot) != dataset;
    if (isNew) {
      now.slots.setRelease(slot, dataset);
    }
    return isNew;
  }
}
