/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The contenders of one workload in one run (one seed), each against the others. A ratio is of
 * times, so below 1 is better; it is NaN when what it needs did not run.
 */
final class Comparison {
  /** What the source compares with. */
  static final List<String> SOURCE_PEERS = List.of("noop", "cfq");

  /**
   * Requests that a process needs before its p99 is compared: of fewer it is the maximum, which
   * says more of one request's luck than of the scheduler.
   */
  static final int REQUESTS_FOR_P99 = 100;

  private final Map<String, Row> figures = new LinkedHashMap<>();
  private final Map<String, Map<String, Double>> p99 = new LinkedHashMap<>();

  /**
   * Compares.
   *
   * @param figures one per contender
   * @param processes one per contender and process; may be empty
   */
  Comparison(Collection<Row> figures, Collection<Row> processes) {
    figures.forEach(row -> this.figures.put(row.contender(), row));
    for (Row row : processes) {
      if (row.number("requests") >= REQUESTS_FOR_P99) {
        p99.computeIfAbsent(row.contender(), none -> new LinkedHashMap<>())
            .put(row.text("process"), row.number("p99_ms"));
      }
    }
  }

  Collection<Row> figures() {
    return figures.values();
  }

  /** The peer that was done first. */
  Optional<String> bestPeer() {
    return fastest(Peers.NAMES);
  }

  /** Time against the better of CFQ and Noop, the source's measure; both must have run. */
  double toSourcePeers(String contender) {
    boolean both = figures.keySet().containsAll(SOURCE_PEERS);
    return both ? toFastest(contender, SOURCE_PEERS) : Double.NaN;
  }

  /** Time against the best peer of those that ran. */
  double toBestPeer(String contender) {
    return toFastest(contender, Peers.NAMES);
  }

  /** Time against the offline bound, with the SSD where the contender uses it: what is left. */
  double toBound(String contender) {
    boolean hybrid = contender.endsWith("hybrid") && figures.containsKey("bound-hybrid");
    return seconds(contender) / seconds(hybrid ? "bound-hybrid" : "bound");
  }

  /** A figure against CFQ's. */
  double toCfq(String contender, String column) {
    return number(contender, column) / number("cfq", column);
  }

  /** A figure against the best peer's. */
  double toFastestPeer(String contender, String column) {
    return bestPeer()
        .map(peer -> number(contender, column) / number(peer, column))
        .orElse(Double.NaN);
  }

  /** The worst of any process: its p99 against the same process's under the fastest peer. */
  double processToFastestPeer(String contender) {
    return bestPeer().map(peer -> worst(contender, List.of(peer))).orElse(Double.NaN);
  }

  /** The worst of any process: its p99 against the least that any peer gives this process. */
  double processToLeastPeer(String contender) {
    return worst(contender, Peers.NAMES);
  }

  private double toFastest(String contender, List<String> peers) {
    return fastest(peers).map(peer -> seconds(contender) / seconds(peer)).orElse(Double.NaN);
  }

  /** The fastest of those policies, each at whatever settings it ran with. */
  private Optional<String> fastest(List<String> names) {
    return figures.keySet().stream()
        .filter(name -> names.contains(Peers.policyOf(name)) && !Double.isNaN(seconds(name)))
        .min((a, b) -> Double.compare(seconds(a), seconds(b)));
  }

  private double seconds(String contender) {
    return number(contender, "seconds");
  }

  private double number(String contender, String column) {
    Row row = figures.get(contender);
    return row == null ? Double.NaN : row.number(column);
  }

  private double worst(String contender, List<String> peers) {
    return p99.getOrDefault(contender, Map.of()).entrySet().stream()
        .flatMap(own -> ratio(own.getKey(), own.getValue(), peers))
        .max(Double::compare)
        .orElse(Double.NaN);
  }

  /** Whether the contender is named, or is one of a policy that is named without settings. */
  private static boolean isOneOf(List<String> peers, String contender) {
    return peers.contains(contender) || peers.contains(Peers.policyOf(contender));
  }

  private Stream<Double> ratio(String process, double own, List<String> peers) {
    OptionalDouble least =
        p99.entrySet().stream()
            .filter(peer -> isOneOf(peers, peer.getKey()))
            .map(peer -> peer.getValue().get(process))
            .filter(value -> value != null && value > 0)
            .mapToDouble(Double::doubleValue)
            .min();
    return least.isPresent() ? Stream.of(own / least.getAsDouble()) : Stream.empty();
  }
}
