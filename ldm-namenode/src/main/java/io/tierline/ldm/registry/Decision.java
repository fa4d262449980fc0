/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.placement.DecisionBasis;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlan;
import java.time.Instant;

/**
 * A placement decision as it was taken, kept to be explained.
 *
 * @param path the path the block was allocated under
 * @param dataset the managed dataset it belongs to
 * @param writer where it was written from
 * @param plan what was chosen
 * @param basis what the tiers were like then
 * @param atMillis when it was taken, in milliseconds since the epoch
 */
public record Decision(
    String path,
    ManagedDataset dataset,
    Place writer,
    PlacementPlan plan,
    DecisionBasis basis,
    long atMillis) {

  /** When it was taken. */
  public Instant at() {
    return Instant.ofEpochMilli(atMillis);
  }
}
