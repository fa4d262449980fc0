/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Publishes what the engines of a region server count, all together and for each table, through
 * metrics2 and thus in JMX as {@code Hadoop:service=HBase,name=RegionServer,sub=RLSM}.
 */
final class RlsmMetrics implements MetricsSource {

  private static final String NAME = "RegionServer,sub=RLSM";
  private static final RlsmMetrics INSTANCE = new RlsmMetrics();

  private final Set<EngineStats> stores = ConcurrentHashMap.newKeySet();

  /** By table, what stores have counted that are closed: counters never go back. */
  private final Map<String, EngineStats> closed = new ConcurrentHashMap<>();

  private boolean registered;

  private RlsmMetrics() {}

  /** Publishes a store's figures from now on. */
  static void add(EngineStats store) {
    INSTANCE.stores.add(store);
    synchronized (INSTANCE) {
      if (!INSTANCE.registered) {
        DefaultMetricsSystem.instance()
            .register(NAME, "The ranged LSM store engine", (MetricsSource) INSTANCE);
        INSTANCE.registered = true;
      }
    }
  }

  /** Ends with a store that is closed; what it has counted stays in the totals. */
  static void remove(EngineStats store) {
    if (INSTANCE.stores.remove(store)) {
      INSTANCE.closed.computeIfAbsent(store.table(), EngineStats::new).addClosed(store);
    }
  }

  /** What it threw would end the thread that publishes all of the region server's figures. */
  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    try {
      publish(collector);
    } catch (RuntimeException | Error e) {
      EngineGuard.all().forEach(guard -> guard.failed("publishing figures", e));
    }
  }

  private void publish(MetricsCollector collector) {
    List<EngineStats> counted = new ArrayList<>(stores);
    counted.addAll(closed.values());
    MetricsRecordBuilder server = collector.addRecord(NAME).setContext("regionserver");
    report(server, "", counted);
    List<EngineGuard> guards = EngineGuard.all();
    counter(
        server,
        "faults",
        "Faults of RLSM, each answered by the stock engine",
        guards.stream().mapToLong(EngineGuard::faults).sum());
    number(
        server,
        "offForGood",
        "Region servers of this process in which RLSM is off, since it does not fit this HBase",
        guards.stream().filter(EngineGuard::isOff).count());
    MetricsRecordBuilder tables = collector.addRecord("Tables" + NAME).setContext("regionserver");
    Map<String, Set<EngineStats>> byTable = new TreeMap<>();
    for (EngineStats store : counted) {
      byTable.computeIfAbsent(store.table(), name -> ConcurrentHashMap.newKeySet()).add(store);
    }
    byTable.forEach(
        (table, of) -> report(tables, "table_" + table.replace(':', '.') + "_metric_", of));
  }

  private static void report(
      MetricsRecordBuilder record, String prefix, Collection<EngineStats> stores) {
    Sums sums = new Sums(stores);
    gauge(
        record, prefix + "writeAmplification", "Bytes written per byte flushed", sums.amplified());
    gauge(record, prefix + "slicesMean", "Files per row of a partition", sums.slicesMean());
    counter(record, prefix + "flushedBytes", "Bytes of flushed files", sums.flushed);
    counter(record, prefix + "loadedBytes", "Bytes of files loaded in bulk", sums.loaded);
    counter(record, prefix + "linkedBytes", "Bytes merged into runs and linked", sums.run);
    counter(record, prefix + "rewrittenBytes", "Bytes rewritten by folds", sums.folded);
    counter(record, prefix + "compactions", "Compactions that have ended", sums.compactions);
    counter(record, prefix + "blockedMillis", "Time that Level 0 blocked flushes", sums.blocked);
    number(record, prefix + "files", "Store files", sums.files);
    number(record, prefix + "level0Files", "Files in Level 0", sums.level0);
    number(record, prefix + "partitions", "Partitions", sums.partitions);
    number(record, prefix + "slicesMax", "Most files of any row of a partition", sums.slicesMax);
  }

  private static void gauge(MetricsRecordBuilder to, String name, String what, double value) {
    to.addGauge(Interns.info(name, what), value);
  }

  private static void number(MetricsRecordBuilder to, String name, String what, long value) {
    to.addGauge(Interns.info(name, what), value);
  }

  private static void counter(MetricsRecordBuilder to, String name, String what, long value) {
    to.addCounter(Interns.info(name, what), value);
  }

  /** The figures of several stores. */
  private static final class Sums {
    private long flushed;
    private long loaded;
    private long run;
    private long folded;
    private long compactions;
    private long blocked;
    private long files;
    private long level0;
    private long partitions;
    private long slices;
    private long slicesMax;

    private Sums(Collection<EngineStats> stores) {
      for (EngineStats store : stores) {
        flushed += store.flushedBytes();
        loaded += store.loadedBytes();
        run += store.runBytes();
        folded += store.foldedBytes();
        compactions += store.compactions();
        blocked += store.blockedMillis();
        store.layout().ifPresent(this::add);
      }
    }

    private void add(Layout layout) {
      files += layout.files().size();
      level0 += layout.level0().size();
      partitions += layout.partitions().size();
      slices += layout.partitions().stream().mapToInt(Partition::depth).sum();
      slicesMax = Math.max(slicesMax, layout.maxDepth());
    }

    private double amplified() {
      return flushed == 0 ? 0 : (double) (flushed + run + folded) / flushed;
    }

    private double slicesMean() {
      return partitions == 0 ? 0 : (double) slices / partitions;
    }
  }
}
