/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

/** By what it is decided which replicas are worth room on a fast tier. */
public enum ValueModel {
  /**
   * Disk work that a fast replica spares, for the room that it takes: readings first, by {@link
   * ReplicaClaim}; then, in room that nothing to come has a better use for, writings.
   */
  WORK,
  /** The source's lineage quotient, R / (R + 1) / (1 + slack), with a reader less each time. */
  QUOTIENT
}
