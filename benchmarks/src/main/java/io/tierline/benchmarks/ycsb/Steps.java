/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Tells the parent on a stream how far a run is, twice a second: the fraction of the step done, a
 * space, and the step's name. A line that starts with {@link #FAILED} is the reason of a failure.
 */
public final class Steps {
  /** Starts the line that tells why a run failed. */
  public static final String FAILED = "failed: ";

  private static final long EVERY_MS = 500;

  private final PrintStream out;
  private volatile Step step = new Step("", () -> 0);

  private record Step(String name, DoubleSupplier done) {}

  /** Tells from now on. */
  public Steps(PrintStream out) {
    this.out = out;
    Thread thread = new Thread(this::tell, "steps");
    thread.setDaemon(true);
    thread.start();
  }

  /** A step whose end is not known. */
  public void start(String name) {
    start(name, () -> 0);
  }

  /** A step; the fraction done is asked for now and then. */
  public void start(String name, DoubleSupplier done) {
    step = new Step(name, done);
  }

  private void tell() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(EVERY_MS);
        Step now = step;
        double done = Math.max(0, Math.min(1, now.done.getAsDouble()));
        out.println(String.format(Locale.ROOT, "%.3f %s", done, now.name));
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
