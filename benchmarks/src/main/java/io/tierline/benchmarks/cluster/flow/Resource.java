/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.flow;

import java.util.LinkedHashSet;
import java.util.Set;

/** A device or a link that serves one second of work a second, whoever it is for. */
public final class Resource {
  private final String name;
  private final Set<Flow> flows = new LinkedHashSet<>();
  private int streams;
  private double load;
  private double busySeconds;
  private double since;

  // Of the round of sharing that is under way.
  private double free;
  private double weight;
  private int open;

  /** An idle one. */
  public Resource(String name) {
    this.name = name;
  }

  /** Whose flows go on with those rates from now on. */
  Set<Flow> flows() {
    return flows;
  }

  boolean isShared() {
    return streams > 1;
  }

  void join(Flow flow) {
    flows.add(flow);
    streams++;
  }

  void leave(Flow flow) {
    flows.remove(flow);
    streams--;
  }

  void add(double share, double now) {
    busySeconds += load * (now - since);
    since = now;
    load = flows.isEmpty() ? 0 : load + share;
  }

  /** Begins a round: what is not taken by flows that keep their rates may be shared. */
  void open() {
    free = Math.max(0, 1 - load);
    weight = 0;
    open = 0;
  }

  void demand(double secondsPerByte) {
    weight += secondsPerByte;
    open++;
  }

  void withdraw(double secondsPerByte) {
    weight -= secondsPerByte;
    open--;
  }

  /** Bytes a second that each flow that demands some may have more. */
  double headroom() {
    return open == 0 || weight <= 0 ? Double.POSITIVE_INFINITY : free / weight;
  }

  void raise(double bytesPerSecond, boolean isFull) {
    free = isFull ? 0 : Math.max(0, free - bytesPerSecond * weight);
  }

  boolean isFull() {
    return free == 0;
  }

  /** The share of its time that it works now, from 0 to 1. */
  public double load() {
    return load;
  }

  /** Seconds that it has worked until its flows changed last. */
  public double busySeconds() {
    return busySeconds;
  }

  @Override
  public String toString() {
    return name;
  }
}
