/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.guard.HostGuard;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Starts the moves of plans as the throttle lets them, each on a thread of its own. */
public final class MoveRunner implements AutoCloseable {
  private static final String THREADS = "tierline-ldm-mover-";

  private final Function<Move, MoveResult> mover;
  private final Throttle throttle;
  private final ThreadPoolExecutor pool;
  private final AtomicInteger running = new AtomicInteger();
  private final Set<Long> blocks = ConcurrentHashMap.newKeySet();

  /** Told of every move that has ended. */
  @FunctionalInterface
  public interface Listener {
    void ended(Move move, MoveResult result);
  }

  private final Listener listener;
  private final HostGuard guard;

  /**
   * Creates one without any thread yet.
   *
   * @param mover moves one replica, and returns when it is moved
   * @param guard takes what moving throws
   */
  public MoveRunner(
      Function<Move, MoveResult> mover,
      Throttle throttle,
      int threads,
      Listener listener,
      HostGuard guard) {
    this.mover = mover;
    this.throttle = throttle;
    this.listener = listener;
    this.guard = guard;
    AtomicInteger named = new AtomicInteger();
    this.pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(threads),
            work -> {
              Thread thread = new Thread(work, THREADS + named.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * Starts what may be started of the plan.
   *
   * @return nanoseconds after which more may be; {@link Long#MAX_VALUE} when a move has to end
   *     first
   */
  public long start(PlanProgress plan) {
    long[] wait = {Long.MAX_VALUE};
    Optional<PlanProgress.Step> step = plan.next(move -> mayStart(move, wait));
    while (step.isPresent()) {
      PlanProgress.Step started = step.get();
      begin(plan, started);
      wait[0] = Long.MAX_VALUE;
      step = plan.next(move -> mayStart(move, wait));
    }
    return wait[0];
  }

  /** A thread that cannot be made must not leave the move under way for ever. */
  private void begin(PlanProgress plan, PlanProgress.Step step) {
    try {
      pool.execute(() -> run(plan, step));
    } catch (RuntimeException | Error e) {
      guard.failed("starting a move", e);
      ended(plan, step, MoveResult.failed(e.toString()));
    }
  }

  private boolean mayStart(Move move, long[] wait) {
    if (running.get() >= pool.getMaximumPoolSize() || blocks.contains(move.block())) {
      return false;
    }
    long nanos = throttle.tryStart(move.nodes(), move.bytes());
    wait[0] = Math.min(wait[0], nanos);
    if (nanos > 0) {
      return false;
    }
    running.incrementAndGet();
    blocks.add(move.block());
    return true;
  }

  private void run(PlanProgress plan, PlanProgress.Step step) {
    MoveResult result = MoveResult.failed("it threw");
    try {
      result = mover.apply(step.move());
    } catch (RuntimeException | Error e) {
      guard.failed("moving a replica", e);
      result = MoveResult.failed(e.toString());
    } finally {
      ended(plan, step, result);
    }
  }

  private void ended(PlanProgress plan, PlanProgress.Step step, MoveResult result) {
    throttle.end(step.move().nodes());
    blocks.remove(step.move().block());
    running.decrementAndGet();
    try {
      plan.ended(step, result);
      listener.ended(step.move(), result);
    } catch (RuntimeException | Error e) {
      guard.failed("noting the end of a move", e);
    }
  }

  /** Ends without waiting for moves under way; the DataNodes bring those to their end. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
