/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a user asks for. {@link #R6} and {@link #R5} measure a load: data of that many flushes, as
 * 128 GB are at flushes of 128 MB, in one region and in regions that split. The others load as r6
 * does and then run YCSB's workloads on what is there.
 */
enum Recipe {
  R6(2L << 30, 0),
  R5(1536L << 20, 160L << 20),
  READS(2L << 30, 0, Operation.READ_ONLY, Operation.READ_INTENSIVE),
  MIXED(2L << 30, 0, Operation.MIXED),
  SCANS(
      2L << 30,
      0,
      Operation.SCANS_SHORT,
      Operation.SCANS_LONG,
      Operation.SCANS_SHORT_INSERTS,
      Operation.SCANS_LONG_INSERTS);

  /** Size of the memstore at a flush: small, so that gigabytes are a thousand flushes. */
  static final long FLUSH_BYTES = 2L << 20;

  private final long bytes;
  private final long regionBytes;
  private final List<Operation> operations;

  Recipe(long bytes, long regionBytes, Operation... operations) {
    this.bytes = bytes;
    this.regionBytes = regionBytes;
    this.operations = List.of(operations);
  }

  /** As users write it. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The recipe with that key.
   *
   * @throws IllegalArgumentException when there is none; the message names all
   */
  static Recipe of(String key) {
    return Arrays.stream(values())
        .filter(recipe -> recipe.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown recipe '"
                        + key
                        + "': choose from "
                        + Arrays.stream(values()).map(Recipe::key).collect(Collectors.joining(", "))
                        + ", all"));
  }

  /** Rows to load for that fraction of the data, at least one batch. */
  long rows(double scale) {
    return Math.max(Rows.BATCH, Math.round(bytes * scale / Rows.USER_BYTES));
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
