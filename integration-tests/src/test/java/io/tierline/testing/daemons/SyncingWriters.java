/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Clients that write records and sync after each, until their DataNode is gone. The bytes of a file
 * come from a seed, so that no record passes for another one.
 */
final class SyncingWriters {
  private static final int WRITERS = 4;

  /** Below a block, so that a writer who closes nothing has one block open all the time. */
  private static final int FILE_BYTES = 1_000_000;

  private static final int RECORD_MAX = 3_000;

  /** Threads of a file that is not closed: several of its syncs are under way at a time. */
  private static final int SYNCERS = 3;

  /** One file of this many records is closed by its writer, if writers close. */
  private static final int RECORDS_OF_A_FILE = 20;

  private static final int PATIENCE_SECONDS = 120;

  private final FileSystem files;
  private final long seed;
  private final boolean closes;
  private final Semaphore acknowledgements = new Semaphore(0);
  private final List<Written> written = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean goesOn;
  private volatile boolean isStopped;

  /**
   * A file and what its writer knows of it.
   *
   * @param content what it was to have in the end
   * @param acknowledged bytes that are durable, as the writer was told
   */
  record Written(Path path, byte[] content, AtomicInteger acknowledged) {}

  /**
   * Some that write nothing yet.
   *
   * @param closes whether files are closed now and then, and others begun
   */
  SyncingWriters(FileSystem files, long seed, boolean closes) {
    this.files = files;
    this.seed = seed;
    this.closes = closes;
  }

  /** Has a writer whose file cannot be written any more begin another one, until the end. */
  SyncingWriters goingOn() {
    goesOn = true;
    return this;
  }

  /** Begins, and comes back when so many records of all of them were acknowledged. */
  void write(int records) throws InterruptedException {
    for (int i = 0; i < WRITERS; i++) {
      int number = i;
      Thread thread = new Thread(() -> run(number), "syncing-writer-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    await(records);
  }

  /** Comes back when so many records more were acknowledged. */
  void await(int records) throws InterruptedException {
    if (!acknowledgements.tryAcquire(records, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("syncs are not acknowledged, seed " + seed);
    }
  }

  /** Ends them while the DataNode serves; their files stay open. */
  List<Written> stop() throws InterruptedException {
    isStopped = true;
    return end();
  }

  /** What they have written, once the DataNode is gone and they with it. */
  List<Written> end() throws InterruptedException {
    goesOn = false;
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      if (thread.isAlive()) {
        throw new AssertionError(thread.getName() + " does not end, seed " + seed);
      }
    }
    return written;
  }

  private void run(int number) {
    Random random = new Random(seed * WRITERS + number);
    int file = 0;
    do {
      try {
        do {
          write(number, file++, random);
        } while (closes && !isStopped);
      } catch (IOException gone) {
        // So is the DataNode, or the volume: what it has acknowledged is known.
      }
    } while (goesOn);
  }

  private void write(int number, int file, Random random) throws IOException {
    Path path = new Path("/synced/%d-%d-%d".formatted(seed, number, file));
    byte[] content = new byte[FILE_BYTES];
    random.nextBytes(content);
    Written one = new Written(path, content, new AtomicInteger());
    Writing writing = new Writing(files.create(path, true), one, random);
    written.add(one);
    if (closes) {
      writing.writeAndSync();
    } else {
      writing.writeAndSyncByThreads(number);
    }
  }

  /** Every byte that was acknowledged is there, and nothing that was not written. */
  static void assertSynced(
      List<Written> written, DaemonCluster cluster, DistributedFileSystem files) throws Exception {
    for (Written file : written) {
      String name = file.path().toString();
      cluster.await("the end of the lease of " + name, () -> files.recoverLease(file.path()));
      byte[] found;
      try (InputStream in = files.open(file.path())) {
        found = in.readAllBytes();
      }
      assertThat(found.length).as(name).isGreaterThanOrEqualTo(file.acknowledged().get());
      assertThat(found).as(name).isEqualTo(Arrays.copyOf(file.content(), found.length));
      files.delete(file.path(), false);
    }
  }

  /** A file that is being written, by one thread or by some: one syncs while another one writes. */
  private final class Writing {
    private final FSDataOutputStream out;
    private final Written file;
    private final Random random;
    private int at;

    Writing(FSDataOutputStream out, Written file, Random random) {
      this.out = out;
      this.file = file;
      this.random = random;
    }

    void writeAndSyncByThreads(int number) {
      List<Thread> syncing = new ArrayList<>();
      for (int i = 0; i < SYNCERS; i++) {
        Thread thread = new Thread(this::writeAndSyncUntilGone, "syncer-" + number + "-" + i);
        thread.setDaemon(true);
        thread.start();
        syncing.add(thread);
      }
      try {
        for (Thread thread : syncing) {
          thread.join();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void writeAndSyncUntilGone() {
      try {
        writeAndSync();
      } catch (IOException gone) {
        // As above.
      }
    }

    /** Ends when the file is full, or was closed. */
    void writeAndSync() throws IOException {
      for (int end = writeRecord(); end > 0; end = writeRecord()) {
        out.hsync();
        file.acknowledged().accumulateAndGet(end, Math::max);
        acknowledgements.release();
        if (closes && random.nextInt(RECORDS_OF_A_FILE) == 0) {
          out.close();
          return;
        }
      }
    }

    /** How much of the file is written then; 0: all was before, or there is to be no more. */
    private synchronized int writeRecord() throws IOException {
      int length = Math.min(1 + random.nextInt(RECORD_MAX), FILE_BYTES - at);
      if (length == 0 || isStopped) {
        return 0;
      }
      out.write(file.content(), at, length);
      at += length;
      return at;
    }
  }
}
