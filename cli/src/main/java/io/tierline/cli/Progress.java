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
 * terminal, a line every ten seconds elsewhere. One {@link #ofWhole of the whole} also says how
 * much time is left, and elsewhere prints only what it is told to say.
 */
public final class Progress implements AutoCloseable {
  private static final long TERMINAL_MS = 500;
  private static final long LOG_MS = 10_000;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;

  /** From this share of the whole on, the time left is reckoned from the time passed. */
  private static final double KNOWN_FROM = 0.05;

  private final boolean terminal;
  private final boolean whole;
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
    this(out, terminal, false);
  }

  private Progress(PrintStream out, boolean terminal, boolean whole) {
    this.out = out;
    this.terminal = terminal;
    this.whole = whole;
    thread = new Thread(this::show, "progress");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts to show work whose phases tell the share of the whole that is done. */
  public static Progress ofWhole(PrintStream out, boolean terminal) {
    return new Progress(out, terminal, true);
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
    if (whole && !terminal) {
      return;
    }
    double done = fraction.getAsDouble();
    long nanos = System.nanoTime() - startNanos;
    String line = line(phase, done, nanos) + (whole ? left(done, nanos) : "");
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

  /** How long it still takes if it goes on as it did; nothing while that cannot be told. */
  static String left(double fraction, long nanos) {
    if (fraction < KNOWN_FROM) {
      return "";
    }
    Duration left = Duration.ofNanos((long) (nanos * (1 - Math.min(1, fraction)) / fraction));
    return String.format(", about %d:%02d left", left.toMinutes(), left.toSecondsPart());
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
