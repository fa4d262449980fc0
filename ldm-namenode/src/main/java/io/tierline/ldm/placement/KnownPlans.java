/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Plans that were made by one table, each under all that it goes by. Most blocks of a cluster are
 * of few kinds, so most plans have been made before. With another table there are other plans: what
 * devices, room or settings change is a change of the table, and what lineage changes is part of
 * what a plan goes by.
 *
 * <p>Of the plans that share a slot the last one is kept; any thread may ask.
 */
final class KnownPlans {
  /** A power of two: some kinds of blocks for each of a thousand writers. */
  static final int SLOTS = 4096;

  private final AtomicReferenceArray<Known> slots = new AtomicReferenceArray<>(SLOTS);

  /** A plan, and the kind that it is for. */
  record Known(Kind kind, PlacementPlan plan) {}

  /**
   * The last plan that was kept under that hash, or null. Its kind may be another: kinds share
   * slots.
   */
  @Nullable Known at(int hash) {
    return slots.get(slot(hash));
  }

  void keep(int hash, Kind kind, PlacementPlan plan) {
    // A record's parts are final: whoever sees it sees them.
    slots.setPlain(slot(hash), new Known(kind, plan));
  }

  private static int slot(int hash) {
    return (hash ^ hash >>> Short.SIZE) & SLOTS - 1;
  }
}
