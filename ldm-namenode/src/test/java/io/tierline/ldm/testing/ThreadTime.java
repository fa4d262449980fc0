/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/** Processor time, which unlike elapsed time does not depend on what else a machine does. */
public final class ThreadTime {
  /** What would take for ever is ended after that. */
  private static final Duration FOR_EVER = Duration.ofMinutes(3);

  private ThreadTime() {}

  /** Processor time of the calling thread, in nanoseconds from an arbitrary start. */
  public static long nanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Runs something that must take less processor time than that. */
  public static void assertWithin(Duration most, Executable work) {
    long nanos =
        Assertions.assertTimeoutPreemptively(
            FOR_EVER,
            () -> {
              long start = nanos();
              work.execute();
              return nanos() - start;
            });
    assertThat(nanos)
        .as("processor time, of at most %d ms", most.toMillis())
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(most.toMillis()));
  }
}
