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
   * library asks for it, and a flusher that has eight windows of 4 MiB with the device.
   */
  LINUX("mq-deadline", false, 4, 4, 8),
  /**
   * As a DataNode with BID's dataset: announced extents, written back in windows of 8 MiB, one
   * after the other.
   */
  BID("bid-announced", true, 1, 8, 1);

  private static final int MIB = 1 << 20;

  private final String policy;
  private final boolean announces;
  private final int readsAhead;
  private final int windowMib;
  private final int flushers;

  Scheduling(String policy, boolean announces, int readsAhead, int windowMib, int flushers) {
    this.policy = policy;
    this.announces = announces;
    this.readsAhead = readsAhead;
    this.windowMib = windowMib;
    this.flushers = flushers;
  }

  /** The scheduler's name in docs/bid.md. */
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

  /** Bytes of a file that are written back at a time. */
  int window() {
    return windowMib * MIB;
  }

  /** Windows that are being written back at a time. */
  int flushers() {
    return flushers;
  }
}
