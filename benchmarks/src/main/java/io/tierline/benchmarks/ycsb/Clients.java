/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import site.ycsb.Status;
import site.ycsb.Workload;

/** The threads of YCSB's client on one table, each with a binding of its own. */
final class Clients {
  private final Connection connection;
  private final TableName table;
  private final Latencies latencies;

  Clients(Connection connection, TableName table, Latencies latencies) {
    this.connection = connection;
    this.table = table;
    this.latencies = latencies;
  }

  /**
   * Inserts rows in batches and returns when all are acknowledged.
   *
   * @param done counts them as they are handed to the client
   * @throws IOException when one of them was not inserted
   */
  void load(Workload workload, long rows, LongAdder done) throws IOException, InterruptedException {
    AtomicLong left = new AtomicLong(rows);
    together(
        Rows.BATCH,
        binding -> {
          while (left.getAndDecrement() > 0) {
            if (!workload.doInsert(binding, null)) {
              throw new IOException("an insert failed; the log says why");
            }
            done.increment();
          }
        });
  }

  /**
   * Runs the workload's mix for a while.
   *
   * @return operations done
   */
  long operate(Workload workload, double seconds) throws IOException, InterruptedException {
    LongAdder done = new LongAdder();
    long start = System.nanoTime();
    together(
        1,
        binding -> {
          while (System.nanoTime() - start < seconds * 1e9) {
            workload.doTransaction(binding, null);
            done.increment();
          }
        });
    return done.sum();
  }

  private interface Work {
    void with(HBaseBinding binding) throws IOException;
  }

  private void together(int batch, Work work) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(Rows.CLIENTS);
    try {
      Callable<Void> client = () -> client(batch, work);
      List<Callable<Void>> all = new ArrayList<>();
      for (int i = 0; i < Rows.CLIENTS; i++) {
        all.add(client);
      }
      for (Future<Void> one : threads.invokeAll(all)) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a client failed: " + e.getCause().getMessage(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private Void client(int batch, Work work) throws IOException {
    try (Table own = connection.getTable(table)) {
      HBaseBinding binding = new HBaseBinding(own, Server.FAMILY, batch, latencies);
      work.with(binding);
      Status last = binding.flush();
      if (!last.isOk()) {
        throw new IOException("the last inserts failed: " + last.getName());
      }
    }
    return null;
  }
}
