/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The syncs of a block that the log was given and HDFS has not acknowledged: up to which length,
 * and by which commit. From any thread.
 */
final class Unacknowledged {
  /** What is in flight to a block is less, but for a client that never waits. */
  static final int MOST = 4096;

  private final Deque<Put> puts = new ArrayDeque<>();

  private record Put(long length, long commit) {}

  /**
   * One more, of a greater length than those before.
   *
   * @return whether there was room; otherwise whoever syncs waits himself
   */
  synchronized boolean add(long length, long commit) {
    Put last = puts.peekLast();
    if (last != null && last.commit == commit) {
      puts.removeLast();
    } else if (puts.size() == MOST) {
      return false;
    }
    puts.add(new Put(length, commit));
    return true;
  }

  /**
   * Takes those that an acknowledgement of so many bytes speaks of. The one that reaches beyond is
   * among them, as it may have more than one sync.
   *
   * @return the commit to wait for; 0: none
   */
  synchronized long take(long length) {
    long commit = 0;
    long reached = -1;
    while (reached < length && !puts.isEmpty()) {
      Put put = puts.remove();
      commit = put.commit;
      reached = put.length;
    }
    return commit;
  }
}
