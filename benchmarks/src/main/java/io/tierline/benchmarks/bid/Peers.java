/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.List;
import java.util.stream.Stream;

/** The peers, and the settings among which the best of each is looked for. */
final class Peers {
  /** What a user would otherwise run. */
  static final List<String> NAMES =
      List.of("noop", "deadline", "cfq", "mq-deadline", "kyber", "bfq");

  private static final String NOT_THROTTLED = ":wbt-latency=0";

  /** By what a user would turn; each once as it is by default. */
  private static final List<String> SWEEP =
      List.of(
          "noop",
          "noop" + NOT_THROTTLED,
          "deadline",
          "deadline:deadline-batch=64",
          "cfq",
          "cfq:cfq-quantum=8",
          "cfq:cfq-quantum=32",
          "mq-deadline",
          "mq-deadline:deadline-batch=64",
          "mq-deadline" + NOT_THROTTLED,
          "mq-deadline:deadline-batch=64" + NOT_THROTTLED,
          "mq-deadline:deadline-batch=256" + NOT_THROTTLED,
          "mq-deadline:mq-async-depth=50" + NOT_THROTTLED,
          "kyber",
          "kyber" + NOT_THROTTLED,
          "bfq",
          "bfq:bfq-low-latency=1",
          "bfq:bfq-idle=0",
          "bfq:bfq-idle=12000000",
          "bfq:bfq-slice=250000000",
          "bfq:bfq-slice=500000000");

  private Peers() {}

  /** All settings of all peers. */
  static List<String> swept() {
    return SWEEP;
  }

  /**
   * All settings of all peers, and each of them once more with POSIX_FADV_SEQUENTIAL's readahead.
   */
  static List<String> sweptWithReadahead() {
    return Stream.concat(SWEEP.stream(), SWEEP.stream().map(peer -> peer + ":readahead=512"))
        .toList();
  }

  /** A contender's policy without its settings. */
  static String policyOf(String contender) {
    int colon = contender.indexOf(':');
    return colon < 0 ? contender : contender.substring(0, colon);
  }
}
