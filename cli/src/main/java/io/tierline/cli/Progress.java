/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Shows the phase, its percentage and the time since the start: one line that changes on a
 * terminal, a line every ten seconds elsewhere.
 */
public final class Progress implements AutoCloseable {
  private static final long TERMINAL_MS = 500;
  private static final long LOG_MS = 10_000;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private final long startNanos = System.nanoTime();
  private final Thread thread;
  private String phase = "starting";
  private DoubleSupplier fraction = () -> 0;

  /**
   * Starts to show.
   *
   * @param terminal whether a line can be overwritten where it goes
   */
  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
    thread = new Thread(this::show, "progress");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a phase whose end is known: the fraction done, 0 to 1, is asked for now and then. */
  public synchronized void phase(String name, DoubleSupplier done) {
    phase = name;
    fraction = done;
    print();
  }

  /** Prints a line that stays. */
  public synchronized void say(String line) {
    out.print((terminal ? CLEAR_LINE : "") + line + System.lineSeparator());
    out.flush();
  }

  private void show() {
    try {
      while (true) {
        Thread.sleep(terminal ? TERMINAL_MS : LOG_MS);
        print();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void print() {
    String line = line(phase, fraction.getAsDouble(), System.nanoTime() - startNanos);
    if (terminal) {
      out.print(CLEAR_LINE + line);
    } else {
      out.println(line);
    }
    out.flush();
  }

  static String line(String phase, double fraction, long nanos) {
    Duration elapsed = Duration.ofNanos(nanos);
    return String.format(
        "[%d:%02d] %3.0f %%  %s",
        elapsed.toMinutes(), elapsed.toSecondsPart(), 100 * fraction, phase);
  }

  @Override
  public synchronized void close() {
    thread.interrupt();
    if (terminal) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }
}
