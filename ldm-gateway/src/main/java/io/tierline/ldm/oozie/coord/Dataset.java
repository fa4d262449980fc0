/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * A dataset with its properties resolved.
 *
 * @param definition as written
 * @param frequency how often an instance is made; null when that is not known
 * @param origin the time of its first instance; null when that is not known
 * @param zone the calendar in which its instances are counted
 * @param uri where they lie
 * @param doneFlag the file that tells that an instance is complete; "" when its directory does
 */
record Dataset(
    DatasetDefinition definition,
    Frequency frequency,
    Instant origin,
    ZoneId zone,
    UriTemplate uri,
    String doneFlag) {

  /** True when the times of its instances can be told. */
  boolean isScheduled() {
    return frequency != null && origin != null;
  }

  /** The instance of that number, 0 for the first. */
  Instant at(long number) {
    return frequency.at(origin, zone, number);
  }

  /**
   * The instances from one number to another, oldest first, none before the first of all. Oozie
   * steps from each to the next, so once a step has met a day or an hour that is not there (31
   * April, a gap of daylight saving), those after it keep what that one was moved to.
   */
  List<Instant> steps(long from, long to) {
    return frequency.steps(origin, zone, from, to);
  }

  /** The number of the last instance at a time or before it; negative before the first. */
  long lastAt(Instant time) {
    return frequency.lastAt(origin, zone, time);
  }
}
