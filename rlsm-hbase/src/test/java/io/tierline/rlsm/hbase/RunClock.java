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
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** HBase's clock, one for each run of operations, although runs go on side by side. */
final class RunClock {

  /** In the threads of a run; those that are started there inherit it. */
  private static final InheritableThreadLocal<AtomicLong> CLOCK = new InheritableThreadLocal<>();

  private RunClock() {}

  /** Until {@link EnvironmentEdgeManager#reset()}. */
  static void install() {
    EnvironmentEdgeManager.injectEdge(
        () -> CLOCK.get() == null ? System.currentTimeMillis() : CLOCK.get().get());
  }

  static void set(AtomicLong clock) {
    CLOCK.set(clock);
  }

  static void remove() {
    CLOCK.remove();
  }

  /** Does something at another time. */
  static void at(long time, Action action) throws IOException {
    AtomicLong clock = CLOCK.get();
    long now = clock.getAndSet(time);
    try {
      action.run();
    } finally {
      clock.set(now);
    }
  }

  /** What is done. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }
}
