/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.metrics;

import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;

/** What is counted of the gateway. */
@Metrics(name = GatewayMetrics.SOURCE, about = "Tierline lineage gateway", context = "tierline")
public final class GatewayMetrics {
  /** The name of the source. */
  public static final String SOURCE = "TierlineGateway";

  @Metric("Reports that a NameNode has taken")
  public MutableCounterLong reportsSent;

  @Metric("Reports that a NameNode will not have")
  public MutableCounterLong reportsRefused;

  @Metric("Tries to send a report that no active NameNode answered")
  public MutableCounterLong sendsFailed;

  @Metric("Looks at the workflows that Oozie runs")
  public MutableCounterLong ooziePolls;

  @Metric("Looks at Oozie, or at jobs of it, that failed")
  public MutableCounterLong ooziePollsFailed;

  @Metric("Workflows of Oozie followed now")
  public MutableGaugeInt oozieWorkflows;

  @Metric("Coordinators of Oozie followed now")
  public MutableGaugeInt oozieCoordinators;

  @Metric("Actions of Oozie's coordinators that are to come, as far ahead as is looked")
  public MutableGaugeInt oozieActionsScheduled;

  @Metric("Times a workflow or coordinator of Oozie was left out: unreadable, or no room")
  public MutableCounterLong oozieWorkflowsRefused;

  @Metric("Run events of OpenLineage that were taken: they are on the disk")
  public MutableCounterLong lineageEventsAccepted;

  @Metric("Run events that were none, or could not be read")
  public MutableCounterLong lineageEventsRefused;

  @Metric("Run events turned away for now: no room, or the disk fails")
  public MutableCounterLong lineageEventsTurnedAway;

  @Metric("Run events that wait to be told")
  public MutableGaugeInt lineageEventsQueued;

  @Metric("What they take of the queue")
  public MutableGaugeLong lineageQueueBytes;

  @Metric("Reports of run events given up, since the NameNode will not have them")
  public MutableCounterLong lineageReportsDropped;

  @Metric("Requests with an API key that is nobody's")
  public MutableCounterLong lineageKeysRefused;

  private GatewayMetrics() {}

  /** Registers the source; {@link #close} takes it away again. */
  public static GatewayMetrics create() {
    return DefaultMetricsSystem.instance().register(SOURCE, null, new GatewayMetrics());
  }

  /** Takes the source away. */
  public void close() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
  }
}
