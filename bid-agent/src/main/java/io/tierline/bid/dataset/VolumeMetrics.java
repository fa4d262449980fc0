/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.Volume;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;

/** What a volume's transfers are counted as: a metrics source each. */
@InterfaceAudience.Private
@Metrics(about = "Tierline BID's scheduler of a volume", context = "dfs")
public final class VolumeMetrics {
  /** What the names of the sources begin with; the storage's identifier follows. */
  public static final String SOURCE = "TierlineBidVolume-";

  @Metric("Transfers that are open")
  MutableGaugeInt streams;

  @Metric("Bytes of clients' reads that the scheduler read")
  MutableCounterLong bytesReadForeground;

  @Metric("Bytes of copies' and scans' reads that the scheduler read")
  MutableCounterLong bytesReadBackground;

  @Metric("Bytes read in stock's way: short reads, and what the kernel's cache held")
  MutableCounterLong bytesReadStock;

  @Metric("Bytes that were written back")
  MutableCounterLong bytesWrittenBack;

  @Metric("Of these, bytes whose writer the kernel held up")
  MutableCounterLong bytesWrittenBackWaited;

  @Metric("Write-backs left to the kernel, as too many were waiting")
  MutableCounterLong writeBacksSkipped;

  @Metric("Transfers that went on in stock's way since the scheduler failed them")
  MutableCounterLong fallbacks;

  private final MetricsRegistry registry = new MetricsRegistry("TierlineBidVolume");
  private final String source;

  private final Volume volume;

  private VolumeMetrics(String storage, Volume volume) {
    source = SOURCE + storage;
    this.volume = volume;
  }

  /** Of what was read before it was asked for. */
  @Metric(
      value = {"BytesReadAhead", "Bytes of announced reads, read before they were asked for"},
      type = Metric.Type.COUNTER)
  public long bytesReadAhead() {
    return volume.statistics().bytesAhead();
  }

  /** Of that, what was then asked for. */
  @Metric(
      value = {"BytesFromMemory", "Bytes that were there when they were asked for"},
      type = Metric.Type.COUNTER)
  public long bytesFromMemory() {
    return volume.statistics().bytesFromMemory();
  }

  /** Registers the source, in the place of one that is there. */
  static VolumeMetrics create(String storage, String path, Volume volume) {
    VolumeMetrics metrics = new VolumeMetrics(storage, volume);
    metrics
        .registry
        .tag("Path", "Of the volume", path)
        .tag("Engine", "Which one runs", volume.engine());
    DefaultMetricsSystem.instance().unregisterSource(metrics.source);
    return DefaultMetricsSystem.instance().register(metrics.source, null, metrics);
  }

  void unregister() {
    DefaultMetricsSystem.instance().unregisterSource(source);
  }
}
