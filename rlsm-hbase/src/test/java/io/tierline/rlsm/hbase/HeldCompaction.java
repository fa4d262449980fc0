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
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * A compaction in three steps, so that others can be begun and ended between them: it is selected,
 * it has read and written, it is committed. It stops where HBase tells its throttle that it is done
 * with reading and writing. Either it or its caller runs, never both.
 */
final class HeldCompaction {

  private final HRegion region;
  private final HStore store;
  private final CompactionContext context;
  private final CountDownLatch done = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private Thread thread;
  private long readAt;
  private boolean failing;
  private volatile boolean interrupted;
  private volatile Throwable failure;

  /** Selected, and nothing else yet. */
  HeldCompaction(HRegion region, HStore store, CompactionContext context) {
    this.region = region;
    this.store = store;
    this.context = context;
  }

  /** Reads the inputs and writes the outputs, if that has not been done. */
  void read() throws IOException {
    if (thread == null) {
      readAt = EnvironmentEdgeManager.currentTime();
      thread = new Thread(this::compact, "held compaction");
      thread.start();
      await(done);
      rethrow();
    }
  }

  /** When it has read its inputs. */
  long readAt() {
    return readAt;
  }

  /** Whether it has read its inputs. */
  boolean hasRead() {
    return thread != null;
  }

  /**
   * Has it interrupted at the first cell that it writes.
   *
   * @return false if it writes none: then it has done what it does before {@link #commit}
   */
  boolean fail() throws IOException {
    failing = true;
    read();
    if (!interrupted) {
      return false;
    }
    commit();
    return true;
  }

  /** Gives up what was selected; nothing has been read. */
  void cancel() {
    store.cancelRequestedCompaction(context);
  }

  /** Does what is left to do. */
  void commit() throws IOException {
    read();
    released.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    rethrow();
  }

  private void compact() {
    try {
      region.compact(context, store, new Throttle());
    } catch (Throwable e) {
      failure = e;
    } finally {
      done.countDown();
    }
  }

  private void rethrow() throws IOException {
    if (failure != null) {
      throw new IOException(this + " failed", failure);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "compaction of "
        + context.getRequest().getFiles().stream().map(file -> file.getPath().getName()).toList();
  }

  private final class Throttle implements ThroughputController {

    @Override
    public void setup(RegionServerServices server) {}

    @Override
    public void start(String compaction) {}

    @Override
    public long control(String compaction, long size) throws InterruptedException {
      if (failing) {
        interrupted = true;
        throw new InterruptedException("by a test");
      }
      return 0;
    }

    @Override
    public void finish(String compaction) {
      done.countDown();
      await(released);
    }

    @Override
    public void stop(String why) {}

    @Override
    public boolean isStopped() {
      return false;
    }
  }
}
