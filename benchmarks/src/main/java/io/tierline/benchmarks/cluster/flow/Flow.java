/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.flow;

import java.util.List;

/** Bytes on their way through some resources at once, at one rate. */
public final class Flow {
  private final List<Use> uses;
  private final double mostPerSecond;
  private final Runnable onEnd;
  private double left;
  private double rate;
  private double since;
  private boolean growing;
  private boolean marked;

  // Where it stands in the queue of ends.
  private double end;
  private long number;
  private int place = EndQueue.NOWHERE;

  /**
   * A flow.
   *
   * @param bytes how many, at least 0
   * @param uses at least one, where the rate has no other bound
   * @param mostPerSecond bytes a second that whoever makes or eats them can do, above 0
   * @param onEnd runs when the last byte has come
   */
  public Flow(double bytes, List<Use> uses, double mostPerSecond, Runnable onEnd) {
    if (!(bytes >= 0) || !(mostPerSecond > 0)) {
      throw new IllegalArgumentException("no such flow: " + bytes + " at " + mostPerSecond);
    }
    if (uses.isEmpty() && Double.isInfinite(mostPerSecond)) {
      throw new IllegalArgumentException("a flow that nothing bounds");
    }
    this.left = bytes;
    this.uses = List.copyOf(uses);
    this.mostPerSecond = mostPerSecond;
    this.onEnd = onEnd;
  }

  List<Use> uses() {
    return uses;
  }

  double mostPerSecond() {
    return mostPerSecond;
  }

  /** Bytes a second. */
  public double rate() {
    return rate;
  }

  /** Notes that it has been seen; false where it has been before. */
  boolean mark() {
    boolean isFirst = !marked;
    marked = true;
    return isFirst;
  }

  void unmark() {
    marked = false;
  }

  /** Takes part in a round of sharing. */
  void grow() {
    growing = true;
  }

  boolean isGrowing() {
    return growing;
  }

  /** Is given its rate by the round, which {@link #go} makes true. */
  void stopGrowing(double bytesPerSecond) {
    growing = false;
    rate = bytesPerSecond;
  }

  /** Stands still from then on, until it is given a rate. */
  void stop(double now) {
    left = Math.max(0, left - rate * (now - since));
    since = now;
    for (Use use : uses) {
      use.resource().add(-rate * use.seconds(), now);
    }
    rate = 0;
  }

  /** Goes at the rate that it was given. */
  void go(double now, long eventNumber) {
    since = now;
    number = eventNumber;
    for (Use use : uses) {
      use.resource().add(rate * use.seconds(), now);
    }
    end = left == 0 ? now : now + left / rate;
  }

  /** When its last byte comes, at its rate. */
  double endAt() {
    return end;
  }

  /** Of two that end at once, that with the lower one comes first. */
  long number() {
    return number;
  }

  int place() {
    return place;
  }

  void place(int index) {
    place = index;
  }

  void end() {
    onEnd.run();
  }
}
