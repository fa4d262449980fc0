/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;

/** What the agent counts in a DataNode, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
public final class AgentMetrics implements MetricsSource {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineBidAgent";

  private final MetricsRegistry registry = new MetricsRegistry(SOURCE).setContext("dfs");

  final MutableGaugeInt invalidKeys =
      gauge("InvalidKeys", "Keys with values that make no sense; with any, the agent does nothing");
  final MutableCounterLong looksFailed =
      registry.newCounter("LooksFailed", "Looks at the devices that failed", 0L);
  final MutableCounterLong settingsRefused =
      registry.newCounter("SettingsRefused", "Settings of queues that were refused", 0L);
  final MutableGaugeInt settingsMade =
      gauge("SettingsMade", "Settings of queues that are to be put back");
  final MutableGaugeInt volumesWithoutDevice =
      gauge("VolumesWithoutDevice", "Volumes whose device is not known");

  private AgentMetrics() {}

  private MutableGaugeInt gauge(String name, String about) {
    return registry.newGauge(name, about, 0);
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    registry.snapshot(collector.addRecord(registry.info()), all);
  }

  /** Registers the source, in the place of one that an earlier DataNode of this process left. */
  static AgentMetrics create() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    return DefaultMetricsSystem.instance()
        .register(SOURCE, "Tierline BID's agent", new AgentMetrics());
  }
}
