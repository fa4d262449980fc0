/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.util.DirectBufferPool;

/** Direct memory of readers: so many buffers at most, kept for the next ones. */
final class Buffers {
  /**
   * Of a buffer. A DataNode's packets are smaller, and calls of the engine still rare; but a reader
   * who has caught up with the disk waits for all of it.
   */
  static final int BYTES = 1 << 18;

  private final DirectBufferPool pool = new DirectBufferPool();
  private final Semaphore left;

  Buffers(int most) {
    left = new Semaphore(most);
  }

  /** An empty buffer, or null when all are in use. */
  ByteBuffer take() {
    if (!left.tryAcquire()) {
      return null;
    }
    ByteBuffer buffer = null;
    try {
      buffer = pool.getBuffer(BYTES);
      return buffer;
    } finally {
      if (buffer == null) {
        left.release();
      }
    }
  }

  /** Takes one back that nobody uses any more. */
  void give(ByteBuffer buffer) {
    pool.returnBuffer(buffer);
    left.release();
  }
}
