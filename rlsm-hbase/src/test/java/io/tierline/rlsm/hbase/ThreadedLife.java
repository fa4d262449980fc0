/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionsWithServer;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreScanner;

/**
 * A table that is written by one thread, flushed by another, compacted by three and read by two, at
 * the same time. What is right is what the same writes have left in a table of the stock engine
 * that is never flushed, and so never compacted: HBase's own reading of all cells.
 */
final class ThreadedLife {
  private static final int READERS = 2;
  private static final int SECONDS = 60;
  private static final Configuration SITE = LocalSite.inMemory();

  static {
    SITE.setLong(StoreScanner.STORESCANNER_PREAD_MAX_BYTES, 500);
  }

  private final String name;
  private final Random random;
  private final ThreadedServer server;
  private final ThreadedWrites writes;
  private final LocalTable table;
  private final LocalTable right;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  /** Writes keep out reads that compare, and nothing else. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock(true);

  private final ThreadPoolExecutor flusher =
      threads(1, "flushing", new ThreadPoolExecutor.DiscardPolicy());
  private final ThreadPoolExecutor readers =
      threads(READERS, "reading", new ThreadPoolExecutor.CallerRunsPolicy());
  private int images;

  /**
   * A table without cells.
   *
   * @param seed of what is written; threads do it in another order each time
   * @param faulty whether some compactions fail
   */
  ThreadedLife(long seed, boolean faulty) throws IOException {
    name = "/threads-" + seed;
    random = new Random(seed);
    server = new ThreadedServer(new Random(seed + 1), faulty);
    int versions = 1 + random.nextInt(3);
    writes = new ThreadedWrites(random, 10 + random.nextInt(90), versions);
    TableDescriptor descriptor = descriptor(versions);
    table =
        new LocalTable(
                Path.of(name), LocalTable.withEngine(descriptor, RlsmStoreEngine.class), true, SITE)
            .create();
    right =
        new LocalTable(
                Path.of(name + "-right"),
                LocalTable.withEngine(descriptor, DefaultStoreEngine.class),
                false,
                SITE)
            .create();
    RegionsWithServer.give(region(), server.services());
  }

  /** Everything is small: stores have many partitions after a few flushes. */
  private TableDescriptor descriptor(int versions) {
    int least = 2 + random.nextInt(2);
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "" + (512 << random.nextInt(4)))
        .setValue(RlsmKeys.RUN_FILES_MIN.key(), "" + least)
        .setValue(RlsmKeys.RUN_FILES_MAX.key(), "" + (least + random.nextInt(4)))
        .setValue(RlsmKeys.SLICES_MAX.key(), "" + (2 + random.nextInt(8)))
        .setValue(RlsmKeys.IDLE_MILLIS.key(), random.nextBoolean() ? "0" : "10s")
        .setColumnFamily(LocalTable.family("f").setMaxVersions(versions).setBlocksize(256).build())
        .build();
  }

  private static ThreadPoolExecutor threads(
      int number, String name, RejectedExecutionHandler full) {
    return new ThreadPoolExecutor(
        number,
        number,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(2),
        task -> new Thread(task, name),
        full);
  }

  private HRegion region() {
    return table.regions().iterator().next();
  }

  ThreadedServer server() {
    return server;
  }

  /**
   * Writes, while all the others do what they do; then lets them end.
   *
   * @return what has gone wrong
   */
  List<Throwable> run(int steps) throws IOException, InterruptedException {
    for (int step = 0; step < steps && failures.isEmpty(); step++) {
      Mutation next = writes.next();
      alone(
          () -> {
            right.mutate(next);
            table.mutate(next);
          });
      ask();
      if (random.nextInt(100) == 0) {
        alone(this::readImage);
      }
    }
    end(flusher);
    end(readers);
    server.finish();
    failures.addAll(server.failures());
    if (failures.isEmpty()) {
      same("at the end", right.scanAll(), table.scanAll());
      nothingIsLeft();
    }
    return failures;
  }

  private void ask() {
    long reads = random.nextLong();
    switch (random.nextInt(12)) {
      case 0, 1 -> flusher.execute(() -> watched(this::flush));
      case 2 -> server.ask(region(), Store.NO_PRIORITY);
      case 3 -> server.ask(region(), Store.PRIORITY_USER);
      case 4, 5, 6 -> readers.execute(() -> watched(() -> read(new Random(reads))));
      default -> {
        // Just the write.
      }
    }
    if (random.nextInt(150) == 0) {
      region().getStores().forEach(HStore::triggerMajorCompaction);
    }
  }

  private void flush() throws IOException {
    table.flush();
    server.ask(region(), Store.NO_PRIORITY);
  }

  /** What may fail. */
  private interface Action {
    void run() throws IOException;
  }

  private void alone(Action action) throws IOException {
    holding(lock.writeLock(), action);
  }

  private static void holding(Lock held, Action action) throws IOException {
    held.lock();
    try {
      action.run();
    } finally {
      held.unlock();
    }
  }

  private void watched(Action action) {
    try {
      action.run();
    } catch (IOException | RuntimeException | Error e) {
      failures.add(e);
    }
  }

  private void read(Random reader) throws IOException {
    Get get = writes.get(reader);
    Scan scan = writes.scan(reader);
    holding(
        lock.readLock(),
        () -> {
          same(get, right.get(get), table.get(get));
          same(scan, scanned(right, scan), scanned(table, scan));
        });
  }

  private static Cells scanned(LocalTable table, Scan scan) throws IOException {
    return table.scan(scan, Integer.MAX_VALUE);
  }

  private static void same(Object read, Cells expected, Cells actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(read + ": " + Cells.difference(expected, actual));
    }
  }

  /** Opens what is on disk now, as after a kill, by either engine, and compacts it. */
  private void readImage() throws IOException {
    Path copy = Path.of(name + "-image-" + ++images);
    table.copyEverything(copy);
    Class<?> engine = random.nextBoolean() ? RlsmStoreEngine.class : DefaultStoreEngine.class;
    TableDescriptor next = LocalTable.withEngine(table.descriptor(), engine);
    Cells expected = right.scanAll();
    try (LocalTable image = table.recovered(copy, next, true, SITE)) {
      same("image by " + engine, expected, image.scanAll());
      image.flush();
      image.compactAll();
      same("compacted image by " + engine, expected, image.scanAll());
    }
  }

  /**
   * Of what was replaced and of what failed; nobody counts as a reader any more. HBase clears away
   * unfinished files when it opens a region.
   */
  private void nothingIsLeft() throws IOException {
    table.discharge();
    List<String> left = new ArrayList<>(table.strayFiles());
    left.removeIf(file -> file.contains("/" + HConstants.HBASE_TEMP_DIRECTORY + "/"));
    for (HStore store : table.stores()) {
      store.getCompactedFiles().forEach(file -> left.add("compacted " + file));
      for (HStoreFile file : store.getStorefiles()) {
        if (file.getRefCount() > 0) {
          left.add("read " + file);
        }
      }
    }
    if (!left.isEmpty()) {
      failures.add(new AssertionError(left.toString()));
    }
  }

  /** Closes all. */
  void close() throws IOException {
    RegionsWithServer.give(region(), null);
    table.close();
    right.close();
  }

  private static void end(ThreadPoolExecutor threads) throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("a thread does not end");
    }
  }
}
