/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.ServiceClass;
import java.util.concurrent.atomic.AtomicLong;

/** What a transfer of a block is to the scheduler: a stream of its own, and a class. */
final class Transfers {
  /** HDFS names a thread that serves a client after it. */
  private static final String CLIENT = "DFSClient_";

  private static final AtomicLong STREAMS = new AtomicLong();

  private Transfers() {}

  /** A number that no other transfer of this process has. */
  static long nextStream() {
    return STREAMS.incrementAndGet();
  }

  /**
   * A client's transfers are foreground. Those without one are copies for replication, of the
   * balancer or the mover, and the block scanner's.
   *
   * @param thread the name of the thread that does it
   */
  static ServiceClass classOf(String thread) {
    return thread.contains(CLIENT) ? ServiceClass.FOREGROUND : ServiceClass.BALANCER;
  }
}
