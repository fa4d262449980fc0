/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.benchmarks.cluster.hdfs.Cluster;
import io.tierline.benchmarks.cluster.hdfs.Disk;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.hdfs.Node;
import io.tierline.benchmarks.cluster.jobs.Pending.Assigned;
import io.tierline.benchmarks.cluster.jobs.Pending.Reach;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Delay scheduling as YARN's CapacityScheduler decides it. */
class PendingTest {
  private static final int NODES = 100;
  private static final Scheduling PATIENT = new Scheduling(3, 2);

  private final Cluster cluster =
      new Cluster(new Hardware(NODES, 10, 4, 1, new Disk(150, 0.009, 1), 0, 500, 10));
  private final Node own = cluster.nodes().get(0);
  private final Node near = cluster.nodes().get(1);
  private final Node far = cluster.nodes().get(99);
  private final Pending pending = new Pending();

  private Task task(Node... preferred) {
    return new Task(List.of(preferred), node -> Collections.emptyIterator());
  }

  private Reach offer(Node node, Scheduling scheduling) {
    Assigned assigned = pending.offer(node, scheduling, NODES);
    return assigned == null ? null : assigned.reach();
  }

  @Test
  void nodeWithTheInputIsTakenAtOnce() {
    Task first = task(far);
    Task second = task(own);
    pending.add(List.of(first, second));
    assertThat(pending.offer(own, PATIENT, NODES)).isEqualTo(new Assigned(second, Reach.NODE));
    assertThat(pending.count()).isEqualTo(1);
  }

  @Test
  void rackIsTakenWhenSoManyOffersHavePassed() {
    pending.add(List.of(task(own), task(own)));
    for (int i = 0; i < 3; i++) {
      assertThat(offer(near, PATIENT)).isNull();
    }
    assertThat(offer(near, PATIENT)).isEqualTo(Reach.RACK);
    // That has made it wait anew.
    assertThat(offer(near, PATIENT)).isNull();
  }

  @Test
  void anyNodeIsTakenLaterAndThenAtOnceAgain() {
    pending.add(List.of(task(own), task(own), task(own)));
    for (int i = 0; i < 5; i++) {
      assertThat(offer(far, PATIENT)).isNull();
    }
    assertThat(offer(far, PATIENT)).isEqualTo(Reach.ANY);
    assertThat(offer(far, PATIENT)).isEqualTo(Reach.ANY);
    assertThat(offer(own, PATIENT)).isEqualTo(Reach.NODE);
    assertThat(offer(own, PATIENT)).isNull();
  }

  @Test
  void tasksWithoutInputDoNotWait() {
    pending.add(List.of(task()));
    assertThat(offer(far, PATIENT)).isEqualTo(Reach.ANY);
    assertThat(offer(far, PATIENT)).isNull();
  }

  /** A node and a rack of 100 nodes, and one task: it lets no offer pass. */
  @Test
  void byDefaultSmallJobsOnLargeClustersDoNotWait() {
    pending.add(List.of(task(own)));
    assertThat(offer(far, Scheduling.DEFAULT)).isEqualTo(Reach.ANY);
  }

  /** 10 nodes and a rack of 100 nodes, and 20 tasks: 2.2 offers. */
  @Test
  void byDefaultLargerJobsWaitForAPartOfTheNodes() {
    for (int i = 0; i < 20; i++) {
      pending.add(List.of(task(cluster.nodes().get(i % 10))));
    }
    assertThat(offer(far, Scheduling.DEFAULT)).isNull();
    assertThat(offer(far, Scheduling.DEFAULT)).isNull();
    assertThat(offer(far, Scheduling.DEFAULT)).isEqualTo(Reach.ANY);
  }

  @Test
  void nobodyWaitsForMoreOffersThanThereAreNodes() {
    Scheduling endless = new Scheduling(100_000, 100_000);
    pending.add(List.of(task(own)));
    for (int i = 0; i < NODES; i++) {
      assertThat(offer(far, endless)).isNull();
    }
    assertThat(offer(far, endless)).isEqualTo(Reach.ANY);
  }
}
