/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.benchmarks.ycsb.Rows;
import io.tierline.benchmarks.ycsb.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Puts the same rows to all tables, each by a thread of its own. */
final class Puts {
  private static final byte[] FAMILY = Bytes.toBytes(Server.FAMILY);
  private static final byte[] QUALIFIER = Bytes.toBytes("field0");

  private final Connection connection;
  private final List<Side> sides;
  private final long rows;
  private final LongAdder done = new LongAdder();

  Puts(Connection connection, List<Side> sides, long rows) {
    this.connection = connection;
    this.sides = sides;
    this.rows = rows;
  }

  /** Rows put to all tables together. */
  long done() {
    return done.sum();
  }

  /** Each row once. */
  void load() throws IOException, InterruptedException {
    all(rows, number -> number);
  }

  /** So many puts, each to any of the rows. */
  void overwrite(long count) throws IOException, InterruptedException {
    all(count, this::any);
  }

  private long any(long number) {
    return new SplittableRandom(~number).nextLong(rows);
  }

  private void all(long count, LongUnaryOperator row) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(sides.size());
    try {
      List<Callable<Void>> loads = new ArrayList<>();
      for (Side side : sides) {
        loads.add(
            () -> {
              try (Table table = connection.getTable(side.table())) {
                for (long from = 0; from < count; from += Rows.BATCH) {
                  batch(table, from, Math.min(count, from + Rows.BATCH), row);
                }
              }
              return null;
            });
      }
      for (Future<Void> load : threads.invokeAll(loads)) {
        load.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a put failed: " + e.getCause().getMessage(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void batch(Table table, long from, long upTo, LongUnaryOperator row) throws IOException {
    List<Put> batch = new ArrayList<>();
    for (long number = from; number < upTo; number++) {
      byte[] value = new byte[Rows.VALUE_BYTES];
      new SplittableRandom(number).nextBytes(value);
      byte[] key = Bytes.toBytes(Rows.key(row.applyAsLong(number)));
      batch.add(new Put(key).addColumn(FAMILY, QUALIFIER, value));
    }
    table.put(batch);
    done.add(batch.size());
  }

  /** Puts to any of the rows at a steady rate, until it is closed. */
  final class Steady implements AutoCloseable {
    private final ScheduledExecutorService threads;
    private final List<ScheduledFuture<?>> writers = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();

    /**
     * Starts.
     *
     * @param rate a second, to each table
     */
    Steady(int rate) throws IOException {
      threads = Executors.newScheduledThreadPool(sides.size());
      long every = TimeUnit.SECONDS.toNanos(Rows.BATCH) / rate;
      for (Side side : sides) {
        Table table = connection.getTable(side.table());
        tables.add(table);
        LongAdder next = new LongAdder();
        writers.add(
            threads.scheduleAtFixedRate(() -> write(table, next), 0, every, TimeUnit.NANOSECONDS));
      }
    }

    private void write(Table table, LongAdder next) {
      long from = rows + next.sum();
      next.add(Rows.BATCH);
      try {
        batch(table, from, from + Rows.BATCH, Puts.this::any);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Fails when a put has failed. */
    void check() throws IOException, InterruptedException {
      for (ScheduledFuture<?> writer : writers) {
        if (writer.isDone()) {
          try {
            writer.get();
          } catch (ExecutionException e) {
            throw new IOException("a put failed: " + e.getCause().getMessage(), e.getCause());
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      threads.shutdown();
      try {
        // A put that waits for a flush may take a while.
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      for (Table table : tables) {
        table.close();
      }
    }
  }
}
