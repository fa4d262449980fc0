/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.flow.Use;
import io.tierline.benchmarks.cluster.hdfs.Block;
import io.tierline.benchmarks.cluster.hdfs.Node;
import java.util.List;

/**
 * What tasks run on, beside devices and links. As it stands each node is a machine of its own, that
 * has a core for every slot and no page cache.
 */
class Hosting {
  private static final long BLOCK_BYTES = 128L << 20;

  /** Bytes of HDFS's blocks. */
  long blockBytes() {
    return BLOCK_BYTES;
  }

  /**
   * A job is submitted.
   *
   * @param then when its first containers may start
   */
  void submitted(JobSpec job, Site site, Runnable then) {
    then.run();
  }

  /** A job has ended. */
  void ended(JobSpec job) {}

  /**
   * A container starts.
   *
   * @param then when its task begins
   */
  void startContainer(Program program, Site site, Runnable then) {
    site.flows().after(program.start(site.random().nextDouble()), then);
  }

  /**
   * What a task takes of processors that it shares with others.
   *
   * @param bytesPerSecond that it makes or eats with a core of its own
   */
  List<Use> computing(double bytesPerSecond) {
    return List.of();
  }

  /**
   * The most bytes a second that a map reads.
   *
   * @param bytesPerSecond that it eats with a core of its own
   */
  double readPerSecond(double bytesPerSecond) {
    return bytesPerSecond;
  }

  /**
   * A map has read a block, as it stands at the pace at which it computes.
   *
   * @param then when it has made of it what it makes
   */
  void read(long bytes, double bytesPerSecond, Site site, Runnable then) {
    then.run();
  }

  /** What a byte takes that a task keeps on its node. */
  List<Use> local(Node node) {
    return List.of(node.local());
  }

  /** The most bytes a second that a task fetches from another one. */
  double fetchedPerSecond() {
    return Double.POSITIVE_INFINITY;
  }

  /** The node that HDFS takes a client for which runs on that one. */
  Node client(Node node, Site site) {
    return node;
  }

  /** What a writer takes of devices and links until a byte counts as written. */
  List<Use> writing(Block block, Node writer, Site site) {
    return site.cluster().writing(block.replicas(), writer);
  }

  /**
   * A block has been written.
   *
   * @param then when its writer may go on
   */
  void written(Block block, Site site, Runnable then) {
    then.run();
  }
}
