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
  LINUX("mq-deadline", false, 4, new WriteBack(4 << 20, 8)),
  /**
   * As a DataNode with BID's dataset: announced extents, written back in windows of 8 MiB, one
   * after the other.
   */
  BID("bid-announced", true, 1, new WriteBack(8 << 20, 1));

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

  /** How what was written goes to the device. */
  WriteBack writeBack() {
    return writeBack;
  }

  /**
   * How a file is written back.
   *
   * @param window bytes at a time
   * @param flushers windows at a time
   */
  record WriteBack(int window, int flushers) {}
}
