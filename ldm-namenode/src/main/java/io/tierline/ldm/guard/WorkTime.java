/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.guard;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

/**
 * How long the work of this thread may take, for whoever waits for it. Work is never interrupted: a
 * thread that was, in the middle of a write to the edit log, would take the log's channel with it,
 * and the NameNode with that. Work whose time is over ends by itself at the next {@link #check},
 * before it has changed anything.
 */
public final class WorkTime {
  /** When the work of this thread is to have ended; null on threads that work for nobody. */
  private static final ThreadLocal<End> END = new ThreadLocal<>();

  private record End(long at, LongSupplier nanos) {
    boolean isOver() {
      return nanos.getAsLong() - at > 0;
    }
  }

  /** Work has taken all the time that it may. */
  public static final class OverException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says so to whoever asked for the work. */
    public OverException() {
      super(
          "it takes longer than a request may (tierline.ldm.requests.timeout); ask whether it was"
              + " done before you try again");
    }
  }

  private WorkTime() {}

  /**
   * Does work that ends with a time.
   *
   * @param at when it is to have ended, by that clock
   * @param nanos a clock that only goes forward, in nanoseconds
   */
  public static <T> T until(long at, LongSupplier nanos, Callable<T> work) throws Exception {
    END.set(new End(at, nanos));
    try {
      check();
      return work.call();
    } finally {
      END.remove();
    }
  }

  /**
   * Ends the work of a request whose time is over. To be called in loops whose length users decide;
   * does nothing on other threads.
   */
  public static void check() throws OverException {
    End end = END.get();
    if (end != null && end.isOver()) {
      throw new OverException();
    }
  }
}
