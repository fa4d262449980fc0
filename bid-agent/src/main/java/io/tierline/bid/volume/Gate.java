/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Lets callers in, each class in the order in which they came, as far as the bounds of the volume
 * and of the class allow. Whoever is in does his I/O on his own thread.
 */
final class Gate {
  private static final double NANOS = 1e9;

  /** What one class has and waits for. */
  private static final class Lane {
    final ClassBounds bounds;
    final Deque<Turn> waiting = new ArrayDeque<>();
    int requests;
    long bytes;
    long freeAt;

    Lane(ClassBounds bounds, long now) {
      this.bounds = bounds;
      freeAt = now;
    }

    /** One that is longer than a bound goes alone. */
    boolean hasRoom(long more) {
      return requests == 0
          || ((bounds.requests() == 0 || requests < bounds.requests())
              && (bounds.bytes() == 0 || bytes + more <= bounds.bytes()));
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<ServiceClass, Lane> lanes = new EnumMap<>(ServiceClass.class);
  private final Set<Turn> inside = new HashSet<>();
  private final long maxBytes;
  private final int maxRequests;
  private final LongSupplier clock;
  private long bytes;
  private long waits;
  private boolean closed;

  /**
   * @param clock in ns, as {@link System#nanoTime}
   */
  Gate(VolumeOptions options, LongSupplier clock) {
    this.clock = clock;
    maxBytes = options.maxBytes();
    maxRequests = options.maxRequests();
    for (ServiceClass service : ServiceClass.values()) {
      lanes.put(service, new Lane(options.boundsOf(service), clock.getAsLong()));
    }
  }

  /** Waits until the turn may go in. It has to {@link #leave} then. */
  void enter(Turn turn) throws IOException {
    lock.lock();
    try {
      requireOpen();
      Lane lane = lanes.get(turn.service);
      lane.waiting.addLast(turn);
      awaitRoom(turn, lane);
      lane.waiting.remove(turn);
      // Whoever comes next in the lane may go in as well, or is the first one now.
      changed.signalAll();
      if (turn.cancelled) {
        throw new CancelledException();
      }
      goIn(turn, lane);
    } finally {
      lock.unlock();
    }
  }

  private void goIn(Turn turn, Lane lane) {
    inside.add(turn);
    bytes += turn.bytes;
    lane.requests++;
    lane.bytes += turn.bytes;
    if (lane.bounds.bytesPerSecond() > 0) {
      long now = clock.getAsLong();
      long from = lane.freeAt - now > 0 ? lane.freeAt : now;
      lane.freeAt = from + (long) (turn.bytes * NANOS / lane.bounds.bytesPerSecond());
    }
  }

  private void awaitRoom(Turn turn, Lane lane) {
    boolean interrupted = false;
    boolean counted = false;
    while (!turn.cancelled) {
      long nanos = nanosToWait(turn, lane);
      if (nanos == 0) {
        break;
      }
      if (!counted) {
        waits++;
        counted = true;
      }
      interrupted |= !sleep(nanos);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it was not interrupted. */
  @SuppressWarnings("WaitNotInLoop") // it is, one method further out
  private boolean sleep(long nanos) {
    try {
      changed.await(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** 0: it may go in. */
  private long nanosToWait(Turn turn, Lane lane) {
    boolean room =
        inside.isEmpty() || (inside.size() < maxRequests && bytes + turn.bytes <= maxBytes);
    if (!room || lane.waiting.peekFirst() != turn || !lane.hasRoom(turn.bytes)) {
      return Long.MAX_VALUE;
    }
    return lane.bounds.bytesPerSecond() == 0 ? 0 : Math.max(0, lane.freeAt - clock.getAsLong());
  }

  /** Whether it was cancelled meanwhile. */
  boolean leave(Turn turn) {
    lock.lock();
    try {
      Lane lane = lanes.get(turn.service);
      inside.remove(turn);
      bytes -= turn.bytes;
      lane.requests--;
      lane.bytes -= turn.bytes;
      changed.signalAll();
      return turn.cancelled;
    } finally {
      lock.unlock();
    }
  }

  /** Cancels whoever is in or waits. */
  void cancel(Predicate<Turn> which) {
    lock.lock();
    try {
      cancelAll(which);
    } finally {
      lock.unlock();
    }
  }

  private void cancelAll(Predicate<Turn> which) {
    inside.stream().filter(which).forEach(turn -> turn.cancelled = true);
    for (Lane lane : lanes.values()) {
      lane.waiting.stream().filter(which).forEach(turn -> turn.cancelled = true);
    }
    changed.signalAll();
  }

  /** Lets nobody in from now on and cancels all; returns when nobody is in. */
  void close() {
    lock.lock();
    try {
      closed = true;
      cancelAll(turn -> true);
      while (!inside.isEmpty()) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  void requireOpen() throws ClosedChannelException {
    lock.lock();
    try {
      if (closed) {
        throw new ClosedChannelException();
      }
    } finally {
      lock.unlock();
    }
  }

  /** How often somebody had to wait. */
  long waits() {
    lock.lock();
    try {
      return waits;
    } finally {
      lock.unlock();
    }
  }
}
