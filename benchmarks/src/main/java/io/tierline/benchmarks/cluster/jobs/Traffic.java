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
  /** What is counted. */
  public enum Way {
    /** By maps, from SSDs. */
    READ_FROM_SSD,
    /** By maps, from disks. */
    READ_FROM_DISK,
    /** By maps, from their own node, whatever the device. */
    READ_NEARBY,
    /** To HDFS, each replica counted. */
    WRITTEN_TO_SSD,
    /** To HDFS, each replica counted. */
    WRITTEN_TO_DISK
  }

  private final long[] bytes = new long[Way.values().length];
  private double shuffled;

  void read(long length, Replica replica, boolean isLocal) {
    boolean isFast = replica.medium() == Medium.SSD;
    bytes[(isFast ? Way.READ_FROM_SSD : Way.READ_FROM_DISK).ordinal()] += length;
    bytes[Way.READ_NEARBY.ordinal()] += isLocal ? length : 0;
  }

  void written(long length, List<Replica> replicas) {
    for (Replica replica : replicas) {
      boolean isFast = replica.medium() == Medium.SSD;
      bytes[(isFast ? Way.WRITTEN_TO_SSD : Way.WRITTEN_TO_DISK).ordinal()] += length;
    }
  }

  void shuffled(double length) {
    shuffled += length;
  }

  /** Bytes that went that way. */
  public long bytes(Way way) {
    return bytes[way.ordinal()];
  }

  /** Bytes read by maps. */
  public long read() {
    return bytes(Way.READ_FROM_SSD) + bytes(Way.READ_FROM_DISK);
  }

  /** From maps to reducers, in bytes. */
  public double shuffled() {
    return shuffled;
  }
}
