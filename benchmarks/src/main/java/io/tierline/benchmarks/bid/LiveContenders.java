/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who runs in {@code bid-live}: {@code HOST/POLICY:TUNABLE=VALUE}. The host is what lies between a
 * stream and its scheduler (native/live/hosts.c).
 */
final class LiveContenders {
  /** Ours: as a DataNode with the agent has it, and without announcements. */
  private static final List<String> ON_DISK = List.of("direct/bid-announced", "direct-4m/bid-hdd");

  /** Ours with an SSD beside the disk, for small writes. */
  private static final String ON_TWO_TIERS = "direct/bid-hybrid";

  /** What a stock DataNode has: with Hadoop's native library, and without. */
  private static final List<String> STOCK_HOSTS = List.of("kernel", "hadoop");

  /** What an operator may turn beyond it. */
  private static final List<String> TUNED_HOSTS = List.of("kernel-4m", "hadoop-4m");

  private static final String BATCH_HOST = "batch";

  private LiveContenders() {}

  /**
   * The settings of each peer, among which its best is looked for: first what Linux has by default,
   * then what its documentation advises for throughput.
   */
  private static Map<String, List<String>> policies() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("none", List.of("noop"));
    all.put("mq-deadline", List.of("mq-deadline", "mq-deadline:deadline-batch=64"));
    all.put("bfq", List.of("bfq", "bfq:bfq-slice=500000000"));
    all.put("bfq, low latency", List.of("bfq:bfq-low-latency=1"));
    return all;
  }

  /** By name of a peer: all that it may be set to. Each name's best runs in the end. */
  static Map<String, List<String>> peers(LiveCase one) {
    Map<String, List<String>> peers = new LinkedHashMap<>();
    policies()
        .forEach(
            (name, settings) -> {
              peers.put(name + ", stock", with(STOCK_HOSTS, settings));
              peers.put(name + ", tuned", with(TUNED_HOSTS, settings));
              if (one == LiveCase.MIXED && !name.contains("latency")) {
                peers.put(name + ", HDFS-17973", with(List.of(BATCH_HOST), settings));
              }
            });
    return peers;
  }

  private static List<String> with(List<String> hosts, List<String> policies) {
    List<String> all = new ArrayList<>();
    for (String host : hosts) {
      for (String policy : policies) {
        all.add(host + "/" + policy);
      }
    }
    return all;
  }

  /** Ours in a case. */
  static List<String> ours(LiveCase one) {
    List<String> ours = new ArrayList<>(ON_DISK);
    if (one == LiveCase.SMALL_WRITES) {
      ours.add(ON_TWO_TIERS);
    }
    return ours;
  }

  static boolean isOurs(String contender) {
    return ON_DISK.contains(contender) || contender.equals(ON_TWO_TIERS);
  }
}
