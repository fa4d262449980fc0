/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.hdfs.Replica;
import io.tierline.ldm.rating.Medium;
import java.util.List;

/** Bytes that jobs have read and written, by what they lie on. */
public final class Traffic {
  private long readFromSsd;
  private long readFromDisk;
  private long readNearby;
  private long writtenToSsd;
  private long writtenToDisk;
  private double shuffled;

  void read(long bytes, Replica replica, boolean isLocal) {
    readFromSsd += replica.medium() == Medium.SSD ? bytes : 0;
    readFromDisk += replica.medium() == Medium.SSD ? 0 : bytes;
    readNearby += isLocal ? bytes : 0;
  }

  void written(long bytes, List<Replica> replicas) {
    for (Replica replica : replicas) {
      writtenToSsd += replica.medium() == Medium.SSD ? bytes : 0;
      writtenToDisk += replica.medium() == Medium.SSD ? 0 : bytes;
    }
  }

  void shuffled(double bytes) {
    shuffled += bytes;
  }

  /** By maps. */
  public long read() {
    return readFromSsd + readFromDisk;
  }

  /** By maps, from SSDs. */
  public long readFromSsd() {
    return readFromSsd;
  }

  /** By maps, from disks. */
  public long readFromDisk() {
    return readFromDisk;
  }

  /** By maps, from their own node, whatever the device. */
  public long readNearby() {
    return readNearby;
  }

  /** To HDFS, each replica counted. */
  public long writtenToSsd() {
    return writtenToSsd;
  }

  /** To HDFS, each replica counted. */
  public long writtenToDisk() {
    return writtenToDisk;
  }

  /** From maps to reducers. */
  public double shuffled() {
    return shuffled;
  }
}
