/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

/** Who decides in which order a device is served, and what a DataNode asks of it. */
public enum Scheduling {
  /**
   * As a stock DataNode on Linux: mq-deadline, 4 MiB read ahead of each reader as Hadoop's native
   * library asks for it, and the kernel's flusher, which brings 4 MiB of a file to the disk in
   * turn, throttled beside reads. SSDs have eight such windows at a time.
   */
  LINUX("mq-deadline", false, 4, new WriteBack(4 << 20, 8, true)),
  /** The same with BFQ, its low_latency off, as its documentation advises for throughput. */
  LINUX_BFQ("bfq", false, 4, new WriteBack(4 << 20, 8, true)),
  /** And with slices of 500 ms, its best setting for readers of long blocks. */
  LINUX_BFQ_SLICES("bfq:bfq-slice=500000000", false, 4, new WriteBack(4 << 20, 8, true)),
  /** BFQ as it is by default, with low_latency on. */
  LINUX_BFQ_LOW_LATENCY("bfq:bfq-low-latency=1", false, 4, new WriteBack(4 << 20, 8, true)),
  /**
   * As a DataNode with BID's dataset: announced extents, and 32 MiB with the device to be written
   * back. There these are four windows of 8 MiB; here eight of 4 MiB, so that no more is in memory
   * before it counts as waiting.
   */
  BID("bid-announced", true, 1, new WriteBack(4 << 20, 8, false));

  private final String policy;
  private final boolean announces;
  private final int readsAhead;
  private final WriteBack writeBack;

  Scheduling(String policy, boolean announces, int readsAhead, WriteBack writeBack) {
    this.policy = policy;
    this.announces = announces;
    this.readsAhead = readsAhead;
    this.writeBack = writeBack;
  }

  /** The scheduler's name in docs/bid.md, with what is set of it. */
  public String policy() {
    return policy;
  }

  /** Whether a reader tells the scheduler what it is going to read. */
  boolean announces() {
    return announces;
  }

  /** Pieces of {@link DeviceInput#PIECE} that a reader has asked for at a time. */
  int readsAhead() {
    return readsAhead;
  }

  /** How what was written goes to the device. */
  WriteBack writeBack() {
    return writeBack;
  }

  /**
   * How a file is written back.
   *
   * @param window bytes at a time
   * @param flushers windows at a time
   * @param throttled on disks, as Linux does it in place of that
   */
  record WriteBack(int window, int flushers, boolean throttled) {}
}
