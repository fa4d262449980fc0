/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.util.Map;

/** Two coordinators of every hour for three hours: one makes raw data, one cleans it. */
final class HourlyChain {
  static final String START = "2026-03-01T00:00Z";
  static final String END = "2026-03-01T03:00Z";
  static final String HOURS = "${coord:hours(1)}";
  static final String NOW = "${coord:current(0)}";
  static final String RAW = Plans.dataset("raw", HOURS, START, "${nameNode}/raw/${DAY}/${HOUR}");
  static final String CLEAN =
      Plans.dataset("clean", HOURS, START, "${nameNode}/clean/${DAY}/${HOUR}");
  static final Map<String, String> NAME_NODE = Map.of("nameNode", "hdfs://nn:8020");

  private HourlyChain() {}

  static String maker(String name) {
    return Plans.coordinator(
        name,
        HOURS,
        START,
        END,
        Plans.datasets(RAW) + Plans.writes("raw", NOW) + Plans.action("/apps/make"));
  }

  static String cleaner(String appPath) {
    return Plans.coordinator(
        "clean",
        HOURS,
        START,
        END,
        Plans.datasets(RAW, CLEAN)
            + Plans.reads("raw", NOW)
            + Plans.writes("clean", NOW)
            + Plans.action(
                appPath, "in", "${coord:dataIn('in')}", "out", "${coord:dataOut('out')}"));
  }
}
