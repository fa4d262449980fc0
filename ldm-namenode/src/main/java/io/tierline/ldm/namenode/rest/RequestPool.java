/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.namenode.config.RequestBounds;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import javax.servlet.http.HttpServletResponse;

/**
 * Where requests are worked on: a few threads of LDM's own, with a queue that ends. The web server
 * of a NameNode has other duties (checkpoints, WebHDFS, metrics), so only so many of its threads
 * wait for LDM, each for a bounded time, and one user has only so many of them.
 *
 * <p>Work is never interrupted: a thread that was, in the middle of a write to the edit log, would
 * take the log's channel with it, and the NameNode with that. Work whose time is over ends by
 * itself at the next {@link WorkTime#check}, before it has changed anything.
 */
public final class RequestPool implements AutoCloseable {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final long IDLE_SECONDS = 60;

  private final RequestBounds bounds;
  private final LongSupplier nanos;
  private final ThreadPoolExecutor threads;
  private final Map<String, Integer> byUser = new HashMap<>();
  private int inside;

  /**
   * Creates one without any thread yet.
   *
   * @param nanos a clock that only goes forward, in nanoseconds: by it work ends
   */
  public RequestPool(RequestBounds bounds, LongSupplier nanos) {
    this.bounds = bounds;
    this.nanos = nanos;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            bounds.threads(),
            bounds.threads(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(bounds.threads() + bounds.waiting()),
            work -> {
              Thread thread = new Thread(work, "tierline-ldm-request-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Lets a request in; it must be let out again.
   *
   * @param isTrusted whether it counts for nobody: those of administrators and agents
   * @throws HttpError with 503 when there are too many, 429 when there are too many of that user
   */
  synchronized void enter(String user, boolean isTrusted) throws HttpError {
    if (inside >= bounds.threads() + bounds.waiting()) {
      throw HttpError.later(
          HttpServletResponse.SC_SERVICE_UNAVAILABLE,
          "LDM works on as many requests as it may (%d); try again soon".formatted(inside));
    }
    int own = byUser.getOrDefault(user, 0);
    if (!isTrusted && own >= bounds.perUser()) {
      throw HttpError.later(
          TOO_MANY_REQUESTS,
          "%s has %d requests under way, as many as one user may; try again soon"
              .formatted(user, own));
    }
    inside++;
    byUser.merge(user, 1, Integer::sum);
  }

  /** Tells of a request that begins now whether it has taken all the time that it may. */
  BooleanSupplier begin() {
    long at = nanos.getAsLong() + TimeUnit.MILLISECONDS.toNanos(bounds.millis());
    return () -> nanos.getAsLong() - at > 0;
  }

  synchronized void leave(String user) {
    inside--;
    byUser.compute(user, (name, count) -> count == 1 ? null : count - 1);
  }

  /**
   * Has work done on one of the threads, for a request that was let in, and waits for it. Lets the
   * request out when the work has ended, even where nobody waits for it any more.
   *
   * @throws WorkTime.OverException when it takes longer than it may
   */
  <T> T run(String user, Callable<T> work) throws IOException {
    long at = nanos.getAsLong() + TimeUnit.MILLISECONDS.toNanos(bounds.millis());
    FutureTask<T> task = new FutureTask<>(() -> within(at, user, work));
    try {
      threads.execute(task);
      return task.get(bounds.millis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      if (threads.remove(task)) {
        leave(user);
      }
      throw new WorkTime.OverException();
    } catch (RejectedExecutionException | CancellationException e) {
      leave(user);
      throw new HttpError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "LDM is being stopped");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkTime.OverException();
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    }
  }

  private <T> T within(long at, String user, Callable<T> work) throws Exception {
    try {
      return WorkTime.until(at, nanos, work);
    } finally {
      leave(user);
    }
  }

  private static IOException thrown(Throwable cause) {
    if (cause instanceof IOException refused) {
      return refused;
    }
    if (cause instanceof RuntimeException fault) {
      throw fault;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new IOException(cause);
  }

  /** Requests that were let in and have not ended. */
  synchronized int inside() {
    return inside;
  }

  @Override
  public void close() {
    threads.shutdown();
    threads.getQueue().forEach(work -> ((Future<?>) work).cancel(false));
  }
}
