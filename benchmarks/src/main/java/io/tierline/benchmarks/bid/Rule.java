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
import java.util.Set;

/**
 * One line of the acceptance matrix: a contender's ratio and the most that it may be.
 *
 * @param contender whose
 * @param ratio what
 * @param most the target; NaN where the ratio is reported only
 * @param workloads those that it holds for; all when empty
 */
record Rule(String contender, Ratio ratio, double most, Set<String> workloads) {
  /** Jobs that mostly read, where announced extents should come near the sequential bound. */
  private static final Set<String> READ_MOSTLY = Set.of("grep", "word-std-dev");

  private static Rule target(String contender, Ratio ratio, double most, String... workloads) {
    return new Rule(contender, ratio, most, Set.of(workloads));
  }

  private static Rule reported(String contender, Ratio ratio, String... workloads) {
    return new Rule(contender, ratio, Double.NaN, Set.of(workloads));
  }

  /** The rules for generated workloads. */
  static List<Rule> forWorkloads(Setting setting) {
    if (setting.equals(Setting.SOURCE)) {
      return List.of(
          target("bid-published", Ratio.SOURCE_PEERS, 0.72),
          target("bid-published-hybrid", Ratio.SOURCE_PEERS, 0.67),
          reported("bid-hdd", Ratio.SOURCE_PEERS),
          reported("bid-announced", Ratio.SOURCE_PEERS),
          reported("bid-hybrid", Ratio.SOURCE_PEERS),
          reported("bid-hdd", Ratio.BEST_PEER),
          reported("bid-announced", Ratio.BEST_PEER),
          reported("bid-hybrid", Ratio.BEST_PEER),
          target("bid-hdd", Ratio.MEAN_READ_CFQ, 1, "random-text-writer"),
          target("bid-hdd", Ratio.MEAN_WRITE_CFQ, 1, "word-std-dev"));
    }
    if (setting.equals(Setting.USERS) || setting.equals(Setting.READ_AHEAD)) {
      return forUsers(setting);
    }
    return withoutTargets(setting);
  }

  private static List<Rule> forUsers(Setting setting) {
    String announced = setting.announced("bid-announced");
    String hybrid = setting.announced("bid-hybrid");
    return List.of(
        reported("bid-published", Ratio.BEST_PEER),
        target("bid-hdd", Ratio.BEST_PEER, 0.95),
        target(announced, Ratio.BEST_PEER, 0.85),
        target(hybrid, Ratio.BEST_PEER, 0.80),
        new Rule(announced, Ratio.BOUND, 1.6, READ_MOSTLY),
        target("bid-hdd", Ratio.READ_P99, 2),
        target(announced, Ratio.READ_P99, 2),
        target(hybrid, Ratio.READ_P99, 2),
        reported("bound", Ratio.BEST_PEER),
        reported("bound-by-address", Ratio.BEST_PEER),
        reported("bound-in-step", Ratio.BEST_PEER),
        reported("bid-hdd", Ratio.P99_FASTEST_PEER),
        reported(announced, Ratio.P99_FASTEST_PEER),
        reported("bid-hdd", Ratio.P99_LEAST_PEER),
        reported(announced, Ratio.P99_LEAST_PEER),
        reported("bid-hdd", Ratio.MEAN_READ_CFQ, "random-text-writer"),
        reported("bid-hdd", Ratio.MEAN_WRITE_CFQ, "word-std-dev"));
  }

  /** The rules for a real trace: it announces nothing. */
  static List<Rule> forTraces(Setting setting) {
    if (setting.equals(Setting.SOURCE)) {
      return List.of(
          target("bid-hdd", Ratio.SOURCE_PEERS, 0.80),
          reported("bid-published", Ratio.SOURCE_PEERS),
          reported("bid-published-hybrid", Ratio.SOURCE_PEERS),
          reported("bid-hybrid", Ratio.SOURCE_PEERS));
    }
    if (setting.equals(Setting.USERS)) {
      return List.of(
          target("bid-hdd", Ratio.BEST_PEER, 0.95),
          reported("bid-hybrid", Ratio.BEST_PEER),
          target("bid-hdd", Ratio.READ_P99, 2),
          reported("bid-hdd", Ratio.P99_FASTEST_PEER),
          reported("bid-hdd", Ratio.P99_LEAST_PEER));
    }
    return withoutTargets(setting);
  }

  private static List<Rule> withoutTargets(Setting setting) {
    if (setting.open()) {
      return List.of(
          reported("bid-published", Ratio.SOURCE_PEERS),
          reported("bid-published-hybrid", Ratio.SOURCE_PEERS),
          reported("bid-hdd", Ratio.SOURCE_PEERS),
          reported("bid-hybrid", Ratio.SOURCE_PEERS));
    }
    return List.of(
        reported("bid-hdd", Ratio.BEST_PEER),
        reported(setting.announced("bid-announced"), Ratio.BEST_PEER),
        reported(setting.announced("bid-hybrid"), Ratio.BEST_PEER),
        reported("bound", Ratio.BEST_PEER),
        reported("bound-by-address", Ratio.BEST_PEER),
        reported("bound-in-step", Ratio.BEST_PEER),
        reported("bid-hdd", Ratio.READ_P99),
        reported(setting.announced("bid-announced"), Ratio.READ_P99));
  }

  boolean holdsFor(String workload) {
    return workloads.isEmpty() || workloads.contains(workload);
  }

  boolean hasTarget() {
    return !Double.isNaN(most);
  }

  /** What was not measured has not been met. */
  boolean met(double value) {
    return value <= most;
  }

  /** Whether the target is a time that the bound has a ratio to as well. */
  boolean isBounded() {
    return hasTarget() && ratio.isOfTime();
  }

  /** The bound of what the contender uses: with the SSD where it has one. */
  String bound() {
    return Peers.policyOf(contender).endsWith("hybrid") ? "bound-hybrid" : "bound";
  }
}
