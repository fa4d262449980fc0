/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.benchmarks.ycsb.Latencies.Kind;
import io.tierline.benchmarks.ycsb.StoreEvents.Mark;
import io.tierline.benchmarks.ycsb.Timeline.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The figures of a load. Amplifications are against what users wrote ({@link Recipe#userBytes});
 * {@code write_amplification} is of store files (flushes and compactions) by the file system's
 * count when all has come to rest, the write-ahead log apart.
 *
 * <p>{@code space_amplification} is the most that the store files took once they had come to rest,
 * against a store of the live rows in flushed files only, nothing twice; {@link #ARCHIVING_SECONDS}
 * after the last change are left out, in which files that were compacted away still wait to be
 * archived. {@code space_amplification_loading_max} is the same while the load goes on, from a
 * tenth of it; {@code space_referred_loading_max} counts only files that readers see, {@code
 * space_held_loading_max} also those that are being written, and {@code space_waiting_loading_max}
 * those that were compacted away and wait to be archived.
 *
 * <p>{@code stall_seconds} is the time of all batches of puts that took longer than a second, of
 * all client threads together; {@code updates_blocked_seconds} is how long the region server itself
 * held up updates for want of memory, {@code blocked_requests} how many it refused because a region
 * had too much unflushed.
 */
final class LoadFigures {
  /** HBase's discharger of compacted files looks every second here, and takes its time. */
  static final double ARCHIVING_SECONDS = 5;

  private static final double LOADED_ENOUGH = 0.1;
  private static final int QUARTERS = 4;
  private static final int[] FLUSHES_TOLD = {256, 512, 1024};

  /**
   * What was measured.
   *
   * @param rows loaded
   * @param loadSeconds until the last one was acknowledged
   * @param quietSeconds from the start until the last store file came or went
   * @param loaded written until the last row was acknowledged
   * @param settled written until all had come to rest
   * @param updatesBlockedSeconds by the region server
   * @param blockedRequests by its regions
   * @param storeFiles in the end
   * @param regions in the end
   */
  record Measured(
      long rows,
      double loadSeconds,
      double quietSeconds,
      Written loaded,
      Written settled,
      double updatesBlockedSeconds,
      long blockedRequests,
      int storeFiles,
      int regions) {}

  private final Measured measured;
  private final StoreEvents.Totals events;
  private final List<Mark> marks;
  private final List<Sample> samples;
  private final Recipe recipe;

  LoadFigures(
      Measured measured,
      StoreEvents.Totals events,
      List<Mark> marks,
      List<Sample> samples,
      Recipe recipe) {
    this.measured = measured;
    this.events = events;
    this.marks = List.copyOf(marks);
    this.samples = List.copyOf(samples);
    this.recipe = recipe;
  }

  Map<String, Object> of(Latencies latencies) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("rows", measured.rows());
    all.put("seconds", measured.loadSeconds());
    all.put("seconds_to_quiet", measured.quietSeconds());
    all.put("throughput_ops", measured.rows() / measured.loadSeconds());
    amplifications(all);
    latencies(all, latencies);
    events(all);
    all.put("store_files", measured.storeFiles());
    all.put("regions", measured.regions());
    all.values().removeIf(value -> value instanceof Double number && !Double.isFinite(number));
    return all;
  }

  private void amplifications(Map<String, Object> all) {
    double user = recipe.userBytes(measured.rows());
    Written settled = measured.settled();
    all.put("write_amplification", settled.store() / user);
    all.put("write_amplification_at_end_of_load", measured.loaded().store() / user);
    all.put("write_amplification_with_wal", (settled.store() + settled.wal()) / user);
    all.put("write_amplification_total", settled.total() / user);
    all.put("write_amplification_device", settled.device() / user);
    for (int flushes : FLUSHES_TOLD) {
      if (marks.size() >= flushes) {
        all.put("write_amplification_at_" + flushes + "_flushes", amplification(flushes));
      }
    }
    all.put("store_bytes_written", settled.store());
    all.put("wal_bytes_written", settled.wal());
    all.put("device_bytes_written", settled.device());
    all.put("space_amplification", spaceAtRest());
    all.put("space_amplification_loading_max", mostLoading(Sample::spaceBytes));
    all.put("space_referred_loading_max", mostLoading(Sample::referredBytes));
    all.put("space_held_loading_max", mostLoading(s -> s.spaceBytes() - s.waitingBytes()));
    all.put("space_waiting_loading_max", mostLoading(Sample::waitingBytes));
  }

  private double amplification(int flushes) {
    Mark mark = marks.get(flushes - 1);
    return mark.storeBytes() / recipe.userBytes(mark.rows());
  }

  /** Bytes that a row takes in a flushed file, with its share of index, filter and trailer. */
  private double bytesPerRow() {
    return events.flushBytes() * Rows.USER_BYTES / recipe.userBytes(measured.rows());
  }

  double spaceAtRest() {
    double from = measured.quietSeconds() + ARCHIVING_SECONDS;
    double most =
        samples.stream()
            .filter(sample -> sample.seconds() >= from)
            .mapToDouble(Sample::spaceBytes)
            .max()
            .orElse(Double.NaN);
    return most / liveBytes(measured.rows());
  }

  private double liveBytes(long writes) {
    return recipe.liveRows(writes) * bytesPerRow();
  }

  private double mostLoading(ToLongFunction<Sample> bytes) {
    return samples.stream()
        .filter(sample -> sample.seconds() <= measured.loadSeconds())
        .filter(sample -> sample.rows() >= LOADED_ENOUGH * measured.rows())
        .mapToDouble(sample -> bytes.applyAsLong(sample) / liveBytes(sample.rows()))
        .max()
        .orElse(Double.NaN);
  }

  private void latencies(Map<String, Object> all, Latencies latencies) {
    OperationFigures.percentiles(all, latencies, Kind.PUT_BATCH);
    all.put("stall_seconds", latencies.stallSeconds());
    all.put("updates_blocked_seconds", measured.updatesBlockedSeconds());
    all.put("blocked_requests", measured.blockedRequests());
  }

  private void events(Map<String, Object> all) {
    all.put("flushes", events.flushes());
    all.put("flushed_bytes_per_row", bytesPerRow());
    all.put("compactions", events.compactions());
    all.put("compaction_seconds", events.compactionSeconds());
    all.put("compaction_input_bytes", events.compactionInputBytes());
    all.put("compaction_output_bytes", events.compactionOutputBytes());
    for (int quarter = 1; quarter <= QUARTERS && marks.size() >= QUARTERS; quarter++) {
      Mark from = marks.get((quarter - 1) * (marks.size() - 1) / QUARTERS);
      Mark to = marks.get(quarter * (marks.size() - 1) / QUARTERS);
      all.put(
          "compaction_seconds_per_flush_quarter_" + quarter,
          (to.compactionSeconds() - from.compactionSeconds()) / (to.flush() - from.flush()));
    }
  }
}
