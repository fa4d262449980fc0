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
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;

/** What the agent counts in a DataNode, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
@Metrics(about = "Tierline BID's agent", context = "dfs")
public final class AgentMetrics {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineBidAgent";

  @Metric("Keys with values that make no sense; with any, the agent does nothing")
  MutableGaugeInt invalidKeys;

  @Metric("Looks at the devices that failed")
  MutableCounterLong looksFailed;

  @Metric("Settings of queues that were refused")
  MutableCounterLong settingsRefused;

  @Metric("Settings of queues that are to be put back")
  MutableGaugeInt settingsMade;

  @Metric("Volumes whose device is not known")
  MutableGaugeInt volumesWithoutDevice;

  private AgentMetrics() {}

  /** Registers the source, in the place of one that an earlier DataNode of this process left. */
  static AgentMetrics create() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    return DefaultMetricsSystem.instance().register(SOURCE, null, new AgentMetrics());
  }
}
