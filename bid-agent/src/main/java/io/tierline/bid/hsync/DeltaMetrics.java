/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import static org.apache.hadoop.metrics2.lib.Interns.info;

import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaStatistics;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;

/** What the delta log does, under the metrics source {@link #SOURCE}. */
@InterfaceAudience.Private
public final class DeltaMetrics implements MetricsSource {
  /** The name of the source, in sinks and in JMX. */
  public static final String SOURCE = "TierlineBidDelta";

  private final MetricsRegistry registry = new MetricsRegistry(SOURCE).setContext("dfs");

  private final MutableGaugeInt inUse = registry.newGauge("InUse", "1: syncs go to the log", 0);

  private final MutableGaugeInt unavailable =
      registry.newGauge("Unavailable", "1: the log is wanted and cannot be used, or has failed", 0);

  private final MutableCounterLong syncsAtHome =
      registry.newCounter(
          "SyncsAtHome", "Syncs of blocks with a log that were done as stock does them", 0L);

  private final MutableGaugeInt volumesHeld =
      registry.newGauge(
          "VolumesHeld", "Volumes whose unfinished blocks wait for a log that is not in use", 0);

  private volatile DeltaLog log;

  private DeltaMetrics() {}

  /** Registers the source, in the place of one that an earlier DataNode of this process left. */
  static DeltaMetrics create() {
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    return DefaultMetricsSystem.instance()
        .register(SOURCE, "Tierline BID's delta log", new DeltaMetrics());
  }

  void opened(DeltaLog opened) {
    log = opened;
    inUse.set(1);
  }

  void closed() {
    inUse.set(0);
  }

  void unavailable() {
    inUse.set(0);
    unavailable.set(1);
  }

  void held(int volumes) {
    volumesHeld.set(volumes);
  }

  void wentHome() {
    syncsAtHome.incr();
  }

  long syncsAtHome() {
    return syncsAtHome.value();
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    registry.snapshot(record, all);
    DeltaLog opened = log;
    if (opened != null) {
      figures(record, opened);
    }
  }

  private static void figures(MetricsRecordBuilder record, DeltaLog log) {
    DeltaStatistics now = log.statistics();
    record
        .addGauge(
            info("BlocksRecovered", "Blocks that the log was needed for when it was opened"),
            log.recovery().blocks())
        .addGauge(
            info("BlocksReplayed", "Blocks that got bytes from the log then"),
            log.recovery().replayed())
        .addCounter(info("SyncsByLog", "Syncs that the log made durable"), now.syncs())
        .addCounter(
            info("SyncsWithoutRoom", "Syncs done as stock does them since the log was full"),
            now.noRoom())
        .addCounter(
            info(
                "SyncsOverBudget", "Syncs done as stock does them since the day's bytes were used"),
            now.overBudget())
        .addCounter(
            info("BytesSynced", "Bytes of blocks and checksum files that the log made durable"),
            now.bytesSynced())
        .addCounter(info("Commits", "Writes to the log"), now.commits())
        .addCounter(info("BytesWritten", "Bytes of these writes"), now.bytesWritten())
        .addCounter(
            info("BlocksBroughtHome", "Times that a block's files were synced for the log"),
            now.homes())
        .addCounter(
            info("HomeFailures", "Blocks whose files could not be synced"), now.homeFailures())
        .addGauge(info("SegmentsFree", "Segments that may be written"), now.segmentsFree())
        .addGauge(
            info("OldestMillis", "How long ago the oldest segment was begun; 0: it has no block"),
            now.oldestMillis());
  }
}
