/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The typed, checked form of the keys.
 *
 * @param nameNodes their HTTP addresses; none: nothing is reported
 * @param intervalMillis between two reports
 * @param timeoutMillis of a request, for connecting and for its answer
 */
record ReportSettings(List<URI> nameNodes, long intervalMillis, int timeoutMillis) {
  /**
   * Reads and checks all keys.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  static ReportSettings from(Configuration conf) {
    return new ReportSettings(
        ReportKeys.NAMENODES.read(conf::get),
        ReportKeys.INTERVAL.read(conf::get).toMillis(),
        (int) ReportKeys.TIMEOUT.read(conf::get).toMillis());
  }
}
