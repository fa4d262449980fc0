/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.function.ToDoubleBiFunction;

/**
 * The ratios that are reported, by the keys that they have in JSON. Below 1 is better than a peer.
 */
enum Ratio {
  SOURCE_PEERS("ratio_to_better_of_cfq_and_noop", Comparison::toSourcePeers),
  BEST_PEER("ratio_to_best_peer", Comparison::toBestPeer),
  BOUND("ratio_to_bound", Comparison::toBound),
  P99_FASTEST_PEER("worst_process_p99_ratio_to_fastest_peer", Comparison::processToFastestPeer),
  P99_LEAST_PEER("worst_process_p99_ratio_to_least_peer", Comparison::processToLeastPeer);

  private final String key;
  private final ToDoubleBiFunction<Comparison, String> compute;

  Ratio(String key, ToDoubleBiFunction<Comparison, String> compute) {
    this.key = key;
    this.compute = compute;
  }

  String key() {
    return key;
  }

  double of(Comparison comparison, String contender) {
    return compute.applyAsDouble(comparison, contender);
  }
}
