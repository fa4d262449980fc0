/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import java.util.Collection;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;

/** How a DataNode's volumes are served, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
@Metrics(about = "Tierline BID's dataset", context = "dfs")
public final class DatasetMetrics {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineBidDataset";

  private static final String THREADS = "threads";
  private static final String JAVA = "java";

  @Metric("Keys with values that make no sense; with any, all volumes are stock's")
  MutableGaugeInt invalidKeys;

  @Metric("Volumes that are scheduled")
  MutableGaugeInt volumesScheduled;

  @Metric("Volumes that were to be scheduled and cannot be: they are stock's")
  MutableGaugeInt volumesRefused;

  @Metric("Scheduled volumes by the engine threads: io_uring is forbidden, or was not asked for")
  MutableGaugeInt volumesByThreads;

  @Metric("Scheduled volumes by the engine java: the library is missing, or was not asked for")
  MutableGaugeInt volumesByJava;

  private DatasetMetrics() {}

  /** Registers the source, in the place of one that an earlier DataNode of this process left. */
  static DatasetMetrics create() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    return DefaultMetricsSystem.instance().register(SOURCE, null, new DatasetMetrics());
  }

  /** These are scheduled now, and so many could not be. */
  void show(Collection<ScheduledVolume> volumes, int refused) {
    volumesScheduled.set(volumes.size());
    volumesRefused.set(refused);
    volumesByThreads.set(count(volumes, THREADS));
    volumesByJava.set(count(volumes, JAVA));
  }

  private static int count(Collection<ScheduledVolume> volumes, String engine) {
    return (int) volumes.stream().filter(volume -> volume.engine().equals(engine)).count();
  }
}
