/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

/**
 * Delay scheduling as YARN's CapacityScheduler has it (Zaharia et al., EuroSys 2010): a job that is
 * offered a node without its input lets it pass, so many times.
 *
 * @param nodeDelay offers that a job lets pass before it takes one in the rack of its input: {@code
 *     yarn.scheduler.capacity.node-locality-delay}, 40 by default
 * @param rackDelay offers more before it takes one anywhere: {@code
 *     yarn.scheduler.capacity.rack-locality-additional-delay}; -1, the default, for L × C / N of
 *     all offers, with L nodes and racks that have its input, C tasks that wait and N nodes of the
 *     cluster
 */
public record Scheduling(int nodeDelay, int rackDelay) {
  /** YARN's defaults. */
  public static final Scheduling DEFAULT = new Scheduling(40, -1);

  /**
   * Whether a job takes an offer in the rack of its input.
   *
   * @param offers since its last task near its input, with this one
   * @param nodes of the cluster, which bound every delay
   */
  boolean takesRack(int offers, int nodes) {
    return offers > Math.min(nodes, nodeDelay);
  }

  /**
   * Whether a job takes an offer anywhere.
   *
   * @param offers since its last task near its input, with this one
   * @param places nodes and racks that have its input; 0 where it has none, and does not wait
   * @param waiting tasks
   * @param nodes of the cluster, which bound every delay
   */
  boolean takesAny(int offers, int places, int waiting, int nodes) {
    if (places == 0) {
      return true;
    }
    double delay =
        rackDelay < 0
            ? waiting * Math.min(1.0, (double) places / nodes)
            : (double) nodeDelay + rackDelay;
    return offers > Math.min(nodes, delay);
  }
}
