/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Work that this process waits for when somebody stops it: a command that has measured for an hour
 * shows what it has. What the work waits for itself must end then, as a {@link ChildJvm} does.
 */
public final class Unfinished {
  private static final long PATIENCE_SECONDS = 60;

  private Unfinished() {}

  /** Something that ends by itself when the processes that it has started are gone. */
  @FunctionalInterface
  public interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** Does the work. */
  public static void run(Work work) throws IOException, InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = new Thread(() -> await(ended), "unfinished");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      work.run();
    } finally {
      ended.countDown();
      forget(hook);
    }
  }

  private static void await(CountDownLatch ended) {
    try {
      ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes a hook back that is not needed any more, or that is at work by now. */
  static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // It runs, and ends by itself.
    }
  }
}
