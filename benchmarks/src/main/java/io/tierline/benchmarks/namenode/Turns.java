/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The order in which a stock NameNode and a contender's are asked, and what each call takes: stock,
 * contender, contender, stock, and with the next files contender, stock, stock, contender, so that
 * what drifts cancels. The four together are a pair.
 *
 * <p>Everything that is done beside it has the order of the turn that follows, backwards: who is
 * asked first was the last to be told of blocks. Otherwise the processor's caches would hold more
 * of one NameNode than of the other whenever it is asked, which is half a per cent.
 */
final class Turns {
  /** Sets of files that are created for one that gets blocks, which is the last; even. */
  static final int CREATED_SETS = 20;

  private final Asked stock;
  private final Asked other;
  private final int calls;
  private final int blocksPerFile;

  /**
   * Turns of these two.
   *
   * @param calls in each of their steps
   * @param blocksPerFile that are added before the files are closed; even
   */
  Turns(Asked stock, Asked other, int calls, int blocksPerFile) {
    this.stock = stock;
    this.other = other;
    this.calls = calls;
    this.blocksPerFile = blocksPerFile;
  }

  /** A NameNode with a client: some files side by side. */
  interface Asked {
    /** Goes on with other files. */
    void nextFiles();

    /** Creates them. */
    void create() throws IOException;

    /** Asks for a block more for each. */
    void addBlocks() throws IOException;

    /** Reports these. */
    void report() throws IOException, InterruptedException;

    /** Closes the files. */
    void complete() throws IOException;
  }

  /** Something that both are asked. */
  private interface Step {
    void run(Asked asked) throws IOException, InterruptedException;
  }

  /**
   * So many pairs of added blocks, and with each set of files that these need some of creations.
   */
  void run(int pairs, PairFigures creates, PairFigures addBlocks)
      throws IOException, InterruptedException {
    int most = blocksPerFile / 2;
    int done = 0;
    while (done < pairs) {
      // Both lead equally often, however few pairs there are.
      int first = Math.min(most, (pairs - done + 1) / 2);
      int second = Math.max(1, Math.min(most, pairs - done - first));
      files(true, first, creates, addBlocks);
      files(false, second, creates, addBlocks);
      done += first + second;
    }
  }

  private void files(boolean stockLeads, int pairs, PairFigures creates, PairFigures addBlocks)
      throws IOException, InterruptedException {
    creates.beginBlock();
    addBlocks.beginBlock();
    for (int sets = CREATED_SETS; sets > 0; sets -= 2) {
      PairFigures.Pair first = created(stockLeads);
      both(Asked::complete, stockLeads);
      creates.add(first.plus(created(!stockLeads)));
      if (sets > 2) {
        both(Asked::complete, !stockLeads);
      }
    }
    for (int i = 0; i < pairs; i++) {
      PairFigures.Pair first = timed(Asked::addBlocks, stockLeads);
      both(Asked::report, stockLeads);
      PairFigures.Pair second = timed(Asked::addBlocks, !stockLeads);
      both(Asked::report, !stockLeads);
      addBlocks.add(first.plus(second));
    }
    both(Asked::complete, stockLeads);
  }

  private PairFigures.Pair created(boolean stockLeads) throws IOException, InterruptedException {
    both(Asked::nextFiles, !stockLeads);
    return timed(Asked::create, stockLeads);
  }

  private void both(Step step, boolean stockFirst) throws IOException, InterruptedException {
    step.run(stockFirst ? stock : other);
    step.run(stockFirst ? other : stock);
  }

  private PairFigures.Pair timed(Step step, boolean stockFirst)
      throws IOException, InterruptedException {
    if (stockFirst) {
      PairFigures.Time own = time(step, stock);
      return new PairFigures.Pair(own, time(step, other), calls);
    }
    PairFigures.Time theirs = time(step, other);
    return new PairFigures.Pair(time(step, stock), theirs, calls);
  }

  private static PairFigures.Time time(Step step, Asked asked)
      throws IOException, InterruptedException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long clock = System.nanoTime();
    step.run(asked);
    long elapsed = System.nanoTime() - clock;
    return new PairFigures.Time(threads.getCurrentThreadCpuTime() - cpu, elapsed);
  }
}
