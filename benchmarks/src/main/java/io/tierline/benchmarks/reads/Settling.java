/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.benchmarks.ycsb.Quiescence;
import io.tierline.benchmarks.ycsb.Server;
import io.tierline.benchmarks.ycsb.StoreState;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Flushes, and waits until all stores are at rest. */
final class Settling {
  private static final double LONGEST_WAIT_SECONDS = 1800;
  private static final long LOOK_MS = 200;

  private final Server server;
  private final List<Side> sides;
  private final double settleSeconds;

  /**
   * Binds them.
   *
   * @param settleSeconds without any change of a store that are rest
   */
  Settling(Server server, List<Side> sides, double settleSeconds) {
    this.server = server;
    this.sides = sides;
    this.settleSeconds = settleSeconds;
  }

  /** Returns when all are at rest; throws where one does not come to it in half an hour. */
  void settle() throws IOException, InterruptedException {
    for (Side side : sides) {
      server.flush(side.table());
    }
    long start = System.nanoTime();
    for (Side side : sides) {
      Quiescence rest = new Quiescence(settleSeconds, seconds(start));
      while (!rest.isQuiet(StoreState.of(server, side.table()), seconds(start))) {
        if (seconds(start) > LONGEST_WAIT_SECONDS) {
          throw new IOException("a store did not come to rest in " + LONGEST_WAIT_SECONDS + " s");
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      }
    }
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
