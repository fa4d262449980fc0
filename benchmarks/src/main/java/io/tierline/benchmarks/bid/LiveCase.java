/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the streams of {@code bid-live} do. */
enum LiveCase {
  /** All read in sequence. */
  SEQUENTIAL("all streams read in sequence", 0, 0, false),

  /** Half read, half write in sequence. */
  MIXED("half of the streams read, half write", 50, 0, false),

  /** Three of ten requests are small writes. */
  SMALL_WRITES(
      "all read; 30 % of their requests are writes of 4 KiB that they wait for", 0, 30, false),

  /** One more stream writes and syncs. */
  SYNC("all read; one stream more writes 4 KiB and syncs every 50 ms, or --sync-ms", 0, 0, true);

  private final String summary;
  private final int writersPercent;
  private final int smallPercent;
  private final boolean syncs;

  LiveCase(String summary, int writersPercent, int smallPercent, boolean syncs) {
    this.summary = summary;
    this.writersPercent = writersPercent;
    this.smallPercent = smallPercent;
    this.syncs = syncs;
  }

  /** As it is called on the command line. */
  static LiveCase named(String name) {
    return Arrays.stream(values())
        .filter(one -> one.option().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format("there is no case '%s': it is one of %s", name, names())));
  }

  static String names() {
    return Arrays.stream(values()).map(LiveCase::option).collect(Collectors.joining(", "));
  }

  String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String summary() {
    return summary;
  }

  int readers(int streams) {
    return streams - writers(streams);
  }

  int writers(int streams) {
    return streams * writersPercent / 100;
  }

  int smallPercent() {
    return smallPercent;
  }

  /** Whether there is one more stream, which writes and syncs. */
  boolean syncs() {
    return syncs;
  }
}
