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
  /** Flows of a resource that are shared anew at every change, though it may not be full. */
  private static final int MANY = 256;

  private static final double NEARLY_FULL = 0.99;

  private final String name;
  private final Set<Flow> flows = new LinkedHashSet<>();
  private int streams;
  private double load;
  private double busySeconds;
  private double since;

  // Of the round of sharing that is under way, if it takes part.
  private boolean open;
  private double free;
  private double weight;
  private double level;
  private double foreseen;
  private int demands;
  private boolean stale;

  /** An idle one. */
  public Resource(String name) {
    this.name = name;
  }

  /** Whose flows go on with those rates from now on. */
  Set<Flow> flows() {
    return flows;
  }

  /**
   * Whether a change here changes nobody else's rate: there is enough for all. A flow that starts
   * may have what is free. Where flows are few they share anew all the same, which comes nearer to
   * exact sharing.
   */
  boolean bindsNobody() {
    return load < NEARLY_FULL && flows.size() > MANY;
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

  /**
   * A flow wants more of what those leave that keep their rates; returns whether it is the first.
   */
  boolean demand(double secondsPerByte) {
    boolean isFirst = !open;
    if (isFirst) {
      open = true;
      free = Math.max(0, 1 - load);
      weight = 0;
      level = 0;
      demands = 0;
    }
    weight += secondsPerByte;
    demands++;
    return isFirst;
  }

  /** Foresees at which rate of those that still want more it is full; false where at none. */
  boolean foresee() {
    stale = false;
    foreseen = level + free / weight;
    return demands > 0 && weight > 0;
  }

  /** In bytes a second, as it was foreseen last. */
  double foreseenLevel() {
    return foreseen;
  }

  /** Whether a flow has stopped since then, so that the level is higher now. */
  boolean isStale() {
    return stale;
  }

  /** A flow wants no more than that rate. */
  void withdraw(double secondsPerByte, double bytesPerSecond) {
    free = Math.max(0, free - (bytesPerSecond - level) * weight);
    level = bytesPerSecond;
    weight -= secondsPerByte;
    demands--;
    stale = true;
  }

  /** Ends the round. */
  void close() {
    open = false;
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
