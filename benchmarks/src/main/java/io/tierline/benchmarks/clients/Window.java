/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.clients;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What clients have seen in a while.
 *
 * @param p50 how long an operation took, in ms, and
 * @param p95 likewise
 * @param p99 likewise
 * @param perSecond how many there were
 */
public record Window(double p50, double p95, double p99, double perSecond) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  /** One client. */
  @FunctionalInterface
  public interface Client {
    /**
     * Does its operation again and again, and ends.
     *
     * @param number which client, from 0 on
     * @param times when operations count, and where each that does is noted
     */
    void run(int number, Times times) throws IOException;
  }

  /** When a client's operations count, and how long they took, in ns. */
  public static final class Times {
    private final long from;
    private final long to;
    private final List<Long> took = new ArrayList<>();
    private long begun = System.nanoTime();

    private Times(long from, long to) {
      this.from = from;
      this.to = to;
    }

    /** Whether there is to be another operation, which begins now. */
    public boolean go() {
      begun = System.nanoTime();
      return begun < to;
    }

    /** It has ended. */
    public void done() {
      if (begun >= from) {
        took.add(System.nanoTime() - begun);
      }
    }
  }

  /**
   * Has so many clients at it.
   *
   * @param seconds that count, after half as many that do not
   */
  public static Window of(int clients, double seconds, Client client)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    long from = System.nanoTime() + Math.round(seconds / 2 * NANOS_PER_SECOND);
    long to = from + Math.round(seconds * NANOS_PER_SECOND);
    List<Future<List<Long>>> running = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      int number = i;
      Times times = new Times(from, to);
      running.add(
          threads.submit(
              () -> {
                client.run(number, times);
                return times.took;
              }));
    }
    List<Long> all = new ArrayList<>();
    try {
      for (Future<List<Long>> each : running) {
        all.addAll(each.get());
      }
    } catch (ExecutionException e) {
      throw new IOException("a client failed", e.getCause());
    } finally {
      threads.shutdownNow();
    }
    List<Long> sorted = all.stream().sorted().toList();
    return new Window(at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), sorted.size() / seconds);
  }

  private static double at(List<Long> sorted, double part) {
    return sorted.isEmpty()
        ? Double.NaN
        : sorted.get((int) Math.min(sorted.size() - 1L, Math.round(part * sorted.size())))
            / NANOS_PER_MS;
  }
}
