/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What LDM counts in a ResourceManager, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
@Metrics(name = YarnMetrics.SOURCE, about = "Tierline LDM in the ResourceManager", context = "yarn")
public class YarnMetrics {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineLdmYarn";

  @Metric("MapReduce applications seen")
  MutableCounterLong applicationsSeen;

  @Metric("Applications not looked at because too many waited")
  MutableCounterLong applicationsDropped;

  @Metric("Job configurations that could not be read")
  MutableCounterLong configurationsUnreadable;

  @Metric("Reports that a NameNode took")
  MutableCounterLong reportsSent;

  @Metric("Reports that a NameNode refused")
  MutableCounterLong reportsRefused;

  @Metric("Reports given up because no NameNode took them in time")
  MutableCounterLong reportsLost;

  @Metric("Faults of LDM's own code in this ResourceManager")
  MutableCounterLong faults;

  /** Registers the source, in the place of one that an earlier context of this process left. */
  static YarnMetrics create() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    return DefaultMetricsSystem.instance().register(SOURCE, null, new YarnMetrics());
  }
}
