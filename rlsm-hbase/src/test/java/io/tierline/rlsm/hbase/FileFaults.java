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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;

/**
 * Makes one operation on the files of a run fail, once. Runs share a file system in memory, in
 * which each has a directory at the top. Steps of the log do not count: a server that cannot write
 * its log ends itself, which is a kill.
 */
final class FileFaults {

  private static final Map<String, FileFaults> ARMED = new ConcurrentHashMap<>();

  /** Where only what one thread does is to fail. */
  private static final ThreadLocal<FileFaults> THREAD = new ThreadLocal<>();

  private final int number;
  private final boolean done;
  private final Throwable fault;
  private int operations;
  private boolean happened;

  private FileFaults(int number, boolean done, Throwable fault) {
    this.number = number;
    this.done = done;
    this.fault = fault;
  }

  /** An operation. */
  @FunctionalInterface
  interface Operation<T> {
    T run() throws IOException;
  }

  /**
   * What fails next in a run.
   *
   * @param run the directory at the top
   * @param number which operation from now on, from 1
   * @param done whether it has been done when it fails, as when only the answer was lost
   * @param fault an IOException, a RuntimeException or an Error
   */
  static void arm(String run, int number, boolean done, Throwable fault) {
    ARMED.put(run, new FileFaults(number, done, fault));
  }

  /** Nothing fails any more; whether something has. */
  static boolean disarm(String run) {
    return ARMED.remove(run).happened;
  }

  /** As {@link #arm}, for what this thread does, in whatever run; reads count as well. */
  static void armThread(int number, boolean done, Throwable fault) {
    THREAD.set(new FileFaults(number, done, fault));
  }

  /** Nothing fails any more in this thread; whether something has. */
  static boolean disarmThread() {
    boolean happened = THREAD.get().happened;
    THREAD.remove();
    return happened;
  }

  /** Fails if a thread's read is to. */
  static void beforeRead() throws IOException {
    FileFaults faults = THREAD.get();
    if (faults != null && faults.isNow()) {
      throw faults.thrown();
    }
  }

  private static FileFaults of(Path path) {
    FileFaults ofThread = THREAD.get();
    return ofThread != null || ARMED.isEmpty() ? ofThread : ARMED.get(run(path));
  }

  /** Does an operation, or fails. */
  static <T> T around(Path path, Operation<T> operation) throws IOException {
    FileFaults faults = of(path);
    if (faults == null || path.toString().contains(HConstants.HREGION_LOGDIR_NAME)) {
      return operation.run();
    }
    boolean now = faults.isNow();
    if (now && !faults.done) {
      throw faults.thrown();
    }
    T result = operation.run();
    if (now) {
      throw faults.thrown();
    }
    return result;
  }

  private static String run(Path path) {
    String[] names = path.toUri().getPath().split("/");
    return names.length > 1 ? names[1] : "";
  }

  private synchronized boolean isNow() {
    boolean now = ++operations == number;
    happened |= now;
    return now;
  }

  private IOException thrown() {
    if (fault instanceof Error error) {
      throw error;
    } else if (fault instanceof RuntimeException exception) {
      throw exception;
    }
    return (IOException) fault;
  }
}
