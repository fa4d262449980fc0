/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Flushes and compactions of one table since a start; told by the region server's threads. */
final class StoreEvents {
  /**
   * Where a load stood when a flush was done.
   *
   * @param flush its number, from 1
   * @param seconds since the start
   * @param compactionSeconds of all compactions done so far; those that ran at once count each
   * @param storeBytes written to store files so far
   * @param rows that the clients had put so far
   */
  record Mark(int flush, double seconds, double compactionSeconds, long storeBytes, long rows) {}

  /**
   * All of them together.
   *
   * @param flushBytes size of the flushed files
   * @param compactionOutputBytes size of the compacted files
   */
  record Totals(
      int flushes,
      long flushBytes,
      int compactions,
      double compactionSeconds,
      long compactionInputBytes,
      long compactionOutputBytes) {}

  private final List<Mark> marks = new ArrayList<>();
  private String table = "";
  private LongSupplier rows = () -> 0;
  private long startNanos;
  private long storeBytesBefore;
  private Totals totals = new Totals(0, 0, 0, 0, 0, 0);

  /**
   * Starts anew with that table.
   *
   * @param put rows that the clients have put since
   */
  synchronized void start(String of, LongSupplier put) {
    table = of;
    rows = put;
    startNanos = System.nanoTime();
    storeBytesBefore = MeteredFileSystem.written(PathClass.STORE);
    marks.clear();
    totals = new Totals(0, 0, 0, 0, 0, 0);
  }

  synchronized void flushed(String of, long fileBytes) {
    if (!table.equals(of)) {
      return;
    }
    Totals t = totals;
    totals =
        new Totals(
            t.flushes + 1,
            t.flushBytes + fileBytes,
            t.compactions,
            t.compactionSeconds,
            t.compactionInputBytes,
            t.compactionOutputBytes);
    marks.add(
        new Mark(
            totals.flushes,
            (System.nanoTime() - startNanos) / 1e9,
            t.compactionSeconds,
            MeteredFileSystem.written(PathClass.STORE) - storeBytesBefore,
            rows.getAsLong()));
  }

  synchronized void compacted(String of, long millis, long inputBytes, long outputBytes) {
    if (!table.equals(of)) {
      return;
    }
    Totals t = totals;
    totals =
        new Totals(
            t.flushes,
            t.flushBytes,
            t.compactions + 1,
            t.compactionSeconds + millis / 1e3,
            t.compactionInputBytes + inputBytes,
            t.compactionOutputBytes + outputBytes);
  }

  synchronized Totals totals() {
    return totals;
  }

  /** One per flush, in order. */
  synchronized List<Mark> marks() {
    return List.copyOf(marks);
  }
}
