/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import java.util.List;

/**
 * What a decision goes by beside the block itself.
 *
 * @param tiers fastest kind first
 */
public record DecisionBasis(List<TierState> tiers) {
  /** Copies the list; the record is immutable. */
  public DecisionBasis {
    tiers = List.copyOf(tiers);
  }
}
