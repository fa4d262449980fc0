/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.graph.Vertex;

/** The decision itself, apart from where its inputs come from; tests put a faulty one in. */
@FunctionalInterface
public interface Decider {
  /** The media of a block's replicas; see {@link io.tierline.ldm.placement.PlacementPlanner}. */
  PlacementPlan plan(Vertex vertex, int replicas, Place writer, GlobalStorageTable table);
}
