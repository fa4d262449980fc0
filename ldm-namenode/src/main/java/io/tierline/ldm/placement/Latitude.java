/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

/**
 * What of the room that is left on fast tiers a dataset may take.
 *
 * @param isUnrivalled whether its readers may have everything above the reserve, since nothing to
 *     come has a higher claim; else thresholds keep room
 * @param isHeld whether its readers may have nothing, since the room is held for others that wait
 *     longer
 * @param spare fast replicas of each of its blocks, beside those that its readers claim, for which
 *     there is room that nothing to come will want
 */
record Latitude(boolean isUnrivalled, boolean isHeld, int spare) {
  static final Latitude NONE = new Latitude(false, 0);
  static final Latitude HELD = new Latitude(false, true, 0);

  Latitude(boolean isUnrivalled, int spare) {
    this(isUnrivalled, false, spare);
  }

  /** Which fast tiers its readers may have. */
  Admission readers() {
    if (isHeld) {
      return Admission.NONE;
    }
    return isUnrivalled ? Admission.ABOVE_RESERVE : Admission.BY_THRESHOLD;
  }
}
