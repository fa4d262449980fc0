/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Threads that write, flush, compact, archive and read one store at the same time, as in a region
 * server: every read and every image of the disk shows what was written, and in the end no file is
 * left that nobody needs. {@link AllReadersTest} has compactions overlap too, but step by step.
 *
 * <p>Seeds are of what is written, in which threads meet differently each time. {@code
 * -Drlsm.seeds=N} runs so many from one that is different each time, {@code -Dtierline.seed=N}
 * those from N on, {@code -Dtierline.extended=true} a hundred of them.
 */
@Tag("slow")
class ThreadsTest {
  private static final int STEPS = Integer.getInteger("rlsm.steps", 500);

  private int done;
  private int mostRunning;
  private int injected;

  @Test
  void readersAgreeWhileThreadsFlushAndCompact() throws Exception {
    run(false);
    assertThat(injected).isZero();
  }

  @Test
  void readersAgreeWhileCompactionsFail() throws Exception {
    run(true);
    assertThat(injected).isPositive();
  }

  private void run(boolean faulty) throws Exception {
    boolean many = Boolean.getBoolean("tierline.extended");
    int lives = Integer.getInteger("rlsm.seeds", many ? 100 : 4);
    boolean fixed = !many && Integer.getInteger("rlsm.seeds") == null;
    long first = Long.getLong("tierline.seed", fixed ? 1 : System.nanoTime() % 1_000_000_000);
    for (long seed = first; seed < first + lives; seed++) {
      ThreadedLife life = new ThreadedLife(seed, faulty);
      List<Throwable> failures = life.run(STEPS);
      if (!failures.isEmpty()) {
        throw new AssertionError("seed " + seed + ", one of " + failures.size(), failures.get(0));
      }
      done += life.server().done();
      mostRunning = Math.max(mostRunning, life.server().mostRunning());
      injected += life.server().injected();
      life.close();
    }
    System.out.printf(
        "%d lives from seed %d: %d compactions, %d at most at a time, %d made to fail%n",
        lives, first, done, mostRunning, injected);
    assertThat(done).isGreaterThan(10 * lives);
    assertThat(mostRunning).isGreaterThan(1);
  }
}
