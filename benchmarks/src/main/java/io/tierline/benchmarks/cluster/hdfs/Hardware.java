/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

/**
 * What the nodes are made of.
 *
 * @param nodes DataNodes, each of which runs tasks too
 * @param nodesPerRack how many are on one switch
 * @param slots tasks that a node runs at a time
 * @param disks of each node
 * @param disk what one of them is
 * @param ssdBytes size of each node's SSD; 0 for none
 * @param ssdMibPerSecond its bandwidth, for one stream as for many
 * @param networkGbit of each node's link, in Gbit/s; racks have half of their nodes' to the others
 */
public record Hardware(
    int nodes,
    int nodesPerRack,
    int slots,
    int disks,
    Disk disk,
    long ssdBytes,
    double ssdMibPerSecond,
    double networkGbit) {
  static final double MIB = 1 << 20;

  private static final double GBIT_BYTES = 1e9 / 8;

  /** These nodes with SSDs of another size. */
  public Hardware withSsdBytes(long bytes) {
    return new Hardware(
        nodes, nodesPerRack, slots, disks, disk, bytes, ssdMibPerSecond, networkGbit);
  }

  double linkBytesPerSecond() {
    return networkGbit * GBIT_BYTES;
  }

  /** Of a rack of full size, up and down each. */
  double rackBytesPerSecond() {
    return linkBytesPerSecond() * nodesPerRack / 2;
  }
}
