/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.cli.Keyed;
import java.util.List;

/**
 * What a user asks for. {@link #R6} and {@link #R5} measure a load: data of that many flushes, as
 * 128 GB are at flushes of 128 MB, in one region and in regions that split. {@link #OVER50} and
 * {@link #OVER90} put as many rows as r6, of which that many in a hundred replace one that is
 * there, each with the same chance. {@link #F64} and {@link #F128} load 20 GB at the flush sizes of
 * a usual table; {@link #OVER90_F64} does with 64 MB, and 90 in a hundred of its writes replace a
 * row; {@link #CHURN} does with 128 MB, and of its writes 40 in a hundred replace a row and 10
 * delete one. The others load as r6 does and then run YCSB's workloads on what is there.
 */
enum Recipe implements Keyed {
  R6(2L << 30, 0),
  R5(1536L << 20, 160L << 20),
  OVER50(2L << 30, 2L << 20, 0.5, 0),
  OVER90(2L << 30, 2L << 20, 0.9, 0),
  F64(20L << 30, 64L << 20, 0, 0),
  F128(20L << 30, 128L << 20, 0, 0),
  OVER90_F64(20L << 30, 64L << 20, 0.9, 0),
  CHURN(20L << 30, 128L << 20, 0.4, 0.1),
  READS(2L << 30, 0, Operation.READ_ONLY, Operation.READ_INTENSIVE),
  MIXED(2L << 30, 0, Operation.MIXED),
  SCANS(
      2L << 30,
      0,
      Operation.SCANS_SHORT,
      Operation.SCANS_LONG,
      Operation.SCANS_SHORT_INSERTS,
      Operation.SCANS_LONG_INSERTS);

  /** Size of the memstore at a flush in most recipes: gigabytes are a thousand flushes. */
  private static final long SMALL_FLUSH_BYTES = 2L << 20;

  private final long bytes;
  private final long flushBytes;
  private final double overwrites;
  private final double deletes;
  private final long regionBytes;
  private final List<Operation> operations;

  Recipe(long bytes, long regionBytes, Operation... operations) {
    this.bytes = bytes;
    this.flushBytes = SMALL_FLUSH_BYTES;
    this.overwrites = 0;
    this.deletes = 0;
    this.regionBytes = regionBytes;
    this.operations = List.of(operations);
  }

  Recipe(long bytes, long flushBytes, double overwrites, double deletes) {
    this.bytes = bytes;
    this.flushBytes = flushBytes;
    this.overwrites = overwrites;
    this.deletes = deletes;
    this.regionBytes = 0;
    this.operations = List.of();
  }

  /** The recipe with that key. */
  static Recipe of(String key) {
    return Keyed.of(Recipe.class, key, "all");
  }

  /** Rows to write for that fraction of the data, deletes among them, at least one batch. */
  long rows(double scale) {
    return Math.max(Rows.BATCH, Math.round(bytes * scale / Rows.USER_BYTES));
  }

  /** Size of the memstore at a flush. */
  long flushBytes() {
    return flushBytes;
  }

  /** Whether it loads so much that it runs only when named. */
  boolean isLong() {
    return flushBytes > SMALL_FLUSH_BYTES;
  }

  /** The fraction of the writes that replace a row; 0 to below 1. */
  double overwrites() {
    return overwrites;
  }

  /** The fraction of the writes that delete a row, which a later one may put again. */
  double deletes() {
    return deletes;
  }

  /**
   * Rows that are live after so many writes, on average. A row that is never touched again has the
   * chance of a write of being a new one; of the others the last touch decides.
   */
  double liveRows(long writes) {
    return writes * (1 - overwrites - deletes) * (1 - deletes);
  }

  /** What users wrote by so many writes, on average: a delete is a key. */
  double userBytes(long writes) {
    return writes * ((1 - deletes) * Rows.USER_BYTES + deletes * Rows.KEY_BYTES);
  }

  /** Above that size a region splits, stepping up from twice the flush size; 0: never. */
  long regionBytes() {
    return regionBytes;
  }

  /** What runs after the load; nothing where the load itself is the point. */
  List<Operation> operations() {
    return operations;
  }
}
