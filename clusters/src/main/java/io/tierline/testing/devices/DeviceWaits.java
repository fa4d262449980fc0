/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import io.tierline.testing.reads.Reader;
import java.util.function.LongSupplier;

/**
 * How long MapReduce's tasks waited for emulated devices. One for all DataNodes of the process, as
 * {@link io.tierline.testing.reads.ReadCounters}: HDFS makes them by reflection.
 */
public final class DeviceWaits {
  private static final DeviceWaits PROCESS = new DeviceWaits(System::nanoTime);

  private final LongSupplier clock;
  private long began;
  private long looked;
  private int tasksWaiting;
  private boolean used;
  private long firstUse;
  private long lastUse;
  private long any;
  private long reading;
  private long writing;

  DeviceWaits(LongSupplier clock) {
    this.clock = clock;
    began = clock.getAsLong();
    looked = began;
  }

  /** That of this process. */
  public static DeviceWaits ofProcess() {
    return PROCESS;
  }

  /**
   * What was waited since {@link #restart}, in ns. In between first and last use tasks have begun,
   * and have something to write or to read.
   *
   * @param passed since then
   * @param firstUse when a task first came to a device; {@code passed} if none has
   * @param lastUse when one last left a device; {@code passed} if none has
   * @param any how long one or more tasks waited
   * @param reading of all tasks together, for data
   * @param writing of all tasks together, until less was to be written back
   */
  public record Waited(
      long passed, long firstUse, long lastUse, long any, long reading, long writing) {}

  /** From now on, as if nothing had been waited. */
  public synchronized void restart() {
    began = clock.getAsLong();
    looked = began;
    used = tasksWaiting > 0;
    firstUse = 0;
    lastUse = 0;
    any = 0;
    reading = 0;
    writing = 0;
  }

  /** What was waited since it began. */
  public synchronized Waited now() {
    look();
    long passed = looked - began;
    return new Waited(
        passed, used ? firstUse : passed, used ? lastUse : passed, any, reading, writing);
  }

  private void look() {
    long now = clock.getAsLong();
    if (tasksWaiting > 0) {
      any += now - looked;
    }
    looked = now;
  }

  /** A thread that waits. */
  interface Wait {
    /** It has what it waited for, or has given up. */
    void end();
  }

  /** The thread waits for data. */
  Wait forData() {
    return begin(true);
  }

  /** The thread waits until less is to be written back. */
  Wait forRoom() {
    return begin(false);
  }

  /** The name of a DataNode's thread says for whom it works. */
  private Wait begin(boolean reads) {
    Reader.Kind kind = Reader.ofThread(Thread.currentThread().getName()).kind();
    if (kind != Reader.Kind.MAP && kind != Reader.Kind.REDUCE) {
      return () -> {};
    }
    long from = enter();
    return () -> leave(from, reads);
  }

  private synchronized long enter() {
    look();
    tasksWaiting++;
    if (!used) {
      used = true;
      firstUse = looked - began;
    }
    return looked;
  }

  private synchronized void leave(long from, boolean reads) {
    look();
    tasksWaiting--;
    lastUse = looked - began;
    long waited = looked - Math.max(from, began);
    if (reads) {
      reading += waited;
    } else {
      writing += waited;
    }
  }
}
