/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

/** What has become of an entry of a plan. */
public enum MoveStatus {
  /** Not started yet. */
  PENDING,
  /** Under way. */
  RUNNING,
  /** The replica is where the plan wants it. */
  DONE,
  /** Not to be done any more: the block is gone, has changed, or its nodes are not in service. */
  SKIPPED,
  /** Tried as often as it may be. */
  FAILED,
  /** Under way back. */
  REVERTING,
  /** Moved back. */
  REVERTED,
  /** Could not be moved back. */
  KEPT
}
