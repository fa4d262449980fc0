/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.bid.delta.DeltaOpening;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Opens a log on a thread of its own, which is waited for as long as the log's device answers. To
 * read a long log, and to sync blocks at home, may take its time; one call that is not answered may
 * not. By one thread at a time.
 */
final class LogOpener {
  /** Of the time that an answer may take. A pause of the whole process counts as one of them. */
  private static final int PARTS = 8;

  private final Duration wait;
  private volatile Future<?> last = CompletableFuture.completedFuture(null);

  /**
   * Opens none yet.
   *
   * @param wait for one answer of the device, at least 1 ms
   */
  LogOpener(Duration wait) {
    this.wait = wait;
  }

  /**
   * Has that done.
   *
   * @param givesUp is asked when the device owes an answer for too long, or the waiting thread is
   *     interrupted; has the opening given up, or knows that it has just ended
   * @return what came out; empty: it was given up
   */
  <T> Optional<T> open(Function<DeltaOpening, T> work, Predicate<DeltaOpening> givesUp) {
    DeltaOpening opening = DeltaOpening.unwatched();
    FutureTask<T> task = new FutureTask<>(() -> work.apply(opening));
    Thread thread = new Thread(task, "tierline-bid-delta-log");
    thread.setDaemon(true);
    thread.start();
    last = task;
    long seen = 0;
    int parts = 0;
    while (true) {
      try {
        return Optional.of(task.get(Math.max(1, wait.toMillis() / PARTS), TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        long calls = opening.calls();
        parts = calls == seen && calls % 2 != 0 ? parts + 1 : 0;
        seen = calls;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        parts = PARTS;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
      if (parts >= PARTS && givesUp.test(opening)) {
        return Optional.empty();
      }
    }
  }

  /** Whether one that was given up still waits for its device. */
  boolean hangs() {
    return !last.isDone();
  }
}
