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
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What the reporter counts in a DataNode, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
public final class ReportMetrics implements MetricsSource {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineBidReport";

  private final MetricsRegistry registry = new MetricsRegistry(SOURCE).setContext("dfs");

  final MutableCounterLong reportsTaken =
      registry.newCounter("ReportsTaken", "Device reports that a NameNode took", 0L);

  final MutableCounterLong reportsFailed =
      registry.newCounter("ReportsFailed", "Device reports that no NameNode took", 0L);

  final MutableCounterLong measuresFailed =
      registry.newCounter("MeasuresFailed", "Looks at the devices that failed", 0L);

  private ReportMetrics() {}

  /** Registers the source, in the place of one that an earlier DataNode of this process left. */
  static ReportMetrics create() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    return DefaultMetricsSystem.instance()
        .register(SOURCE, "Tierline BID's device reports", new ReportMetrics());
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    registry.snapshot(collector.addRecord(registry.info()), all);
  }
}
