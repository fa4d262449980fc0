/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Spread;
import java.util.function.ToDoubleBiFunction;

/** The ratios that are reported, by the keys that they have in JSON; below 1 is better. */
enum Ratio {
  SOURCE_PEERS(
      "ratio_to_better_of_cfq_and_noop",
      "time / better of CFQ and Noop",
      false,
      Comparison::toSourcePeers),
  BEST_PEER("ratio_to_best_peer", "time / best peer", false, Comparison::toBestPeer),
  BOUND("ratio_to_bound", "time / bound", false, Comparison::toBound),
  READ_P99(
      "p99_of_reads_ratio_to_fastest_peer",
      "p99 of reads / best peer's",
      true,
      (comparison, contender) -> comparison.toFastestPeer(contender, "p99_read_ms")),
  P99_FASTEST_PEER(
      "worst_process_p99_ratio_to_fastest_peer",
      "worst process's p99 / best peer's",
      true,
      Comparison::processToFastestPeer),
  P99_LEAST_PEER(
      "worst_process_p99_ratio_to_least_peer",
      "worst process's p99 / least of any peer's",
      true,
      Comparison::processToLeastPeer),
  MEAN_READ_CFQ(
      "mean_read_ratio_to_cfq",
      "mean read latency / CFQ's",
      false,
      (comparison, contender) -> comparison.toCfq(contender, "mean_read_ms")),
  MEAN_WRITE_CFQ(
      "mean_write_ratio_to_cfq",
      "mean write latency / CFQ's",
      false,
      (comparison, contender) -> comparison.toCfq(contender, "mean_write_ms"));

  private final String key;
  private final String title;
  private final boolean worstCounts;
  private final ToDoubleBiFunction<Comparison, String> compute;

  Ratio(
      String key,
      String title,
      boolean worstCounts,
      ToDoubleBiFunction<Comparison, String> compute) {
    this.key = key;
    this.title = title;
    this.worstCounts = worstCounts;
    this.compute = compute;
  }

  String key() {
    return key;
  }

  String title() {
    return title;
  }

  double of(Comparison comparison, String contender) {
    return compute.applyAsDouble(comparison, contender);
  }

  /** Whether it is of a contender's time to somebody else's, so that the bound has one too. */
  boolean isOfTime() {
    return this == SOURCE_PEERS || this == BEST_PEER;
  }

  /** Over several seeds: the median; but what no process may suffer, none may under any seed. */
  double of(Summary summary) {
    Spread spread = summary.spread(this);
    return worstCounts ? spread.most() : spread.median();
  }
}
