/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What the reporter counts in a DataNode, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
@Metrics(name = ReportMetrics.SOURCE, about = "Tierline BID's device reports", context = "dfs")
public class ReportMetrics {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineBidReport";

  @Metric("Device reports that a NameNode took")
  MutableCounterLong reportsTaken;

  @Metric("Device reports that no NameNode took")
  MutableCounterLong reportsFailed;

  @Metric("Looks at the devices that failed")
  MutableCounterLong measuresFailed;

  /** Registers the source, in the place of one that an earlier DataNode of this process left. */
  static ReportMetrics create() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    return DefaultMetricsSystem.instance().register(SOURCE, null, new ReportMetrics());
  }
}
