/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.benchmarks.reads.Workload.Read;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Asks the engines in turns, each the same reads for a moment, so that what the machine does to one
 * it does to the others. The order is turned round each time, A B C and C B A, so that what drifts
 * cancels.
 */
final class Turns {
  /** The fewest pairs that are a measurement. */
  static final int LEAST = 12;

  /** A window that cannot be short, as one scan of all, is had no oftener than needed. */
  private static final int LONG_WINDOWS = 3;

  private static final int READS_MOST = 500_000;

  /** Of the rows, enough that hardly a block has none: one of 64 KiB holds some 60. */
  private static final int FILLED_FROM = 8;

  private final Settings settings;
  private final List<Side> sides;
  private long turn;

  Turns(Settings settings, List<Side> sides) {
    this.settings = settings;
    this.sides = sides;
  }

  /** Gives the caches that part of the data, and fills them by gets. */
  void resizeCaches(double part) throws IOException {
    int reads = (int) (Math.min(1, part) * settings.rows() / FILLED_FROM);
    for (Side side : sides) {
      side.resizeCache(part);
      side.read(Workload.GET_UNIFORM, Workload.GET_UNIFORM.draw(reads, settings.rows(), turn));
    }
    turn++;
  }

  /** Warms up and measures; the labels come first in each result. */
  List<Map<String, Object>> measure(Workload workload, Map<String, Object> labels)
      throws IOException {
    Warming warming = new Warming();
    double window = TimeUnit.MILLISECONDS.toNanos(settings.windowMillis());
    double longest;
    int reads = 1;
    boolean isNeeded;
    do {
      long start = System.nanoTime();
      long before = compilingMillis();
      List<WindowFigures> figures = turn(workload, reads);
      double compiling =
          (double) TimeUnit.MILLISECONDS.toNanos(compilingMillis() - before)
              / (System.nanoTime() - start);
      isNeeded =
          warming.isNeeded(figures.stream().map(WindowFigures::hitRatio).toList(), compiling);
      longest = figures.stream().mapToDouble(one -> one.each(one.cpuNanos())).max().orElse(window);
      if (isNeeded) {
        reads = (int) Math.max(1, Math.min(READS_MOST, window / longest));
      }
    } while (isNeeded);
    int pairs = longest > LONG_WINDOWS * window ? LEAST : settings.pairs();
    Comparison comparison = new Comparison(sides.stream().map(Side::name).toList());
    labels.put("warm_up_windows", warming.windows());
    labels.put("warm", warming.isWarm());
    for (int i = 0; i < pairs; i++) {
      comparison.add(turn(workload, reads));
    }
    return comparison.results(labels, workload.isGet());
  }

  private List<WindowFigures> turn(Workload workload, int count) throws IOException {
    List<Read> reads = workload.draw(count, settings.rows(), turn);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      order.add(i);
    }
    if (turn % 2 == 1) {
      Collections.reverse(order);
    }
    turn++;
    List<WindowFigures> figures =
        new ArrayList<>(Collections.nCopies(sides.size(), WindowFigures.NONE));
    for (int i : order) {
      figures.set(i, sides.get(i).read(workload, reads));
    }
    if (figures.stream().mapToLong(WindowFigures::rows).distinct().count() > 1) {
      throw new IOException("the engines found different rows by " + workload.key());
    }
    return figures;
  }

  private static long compilingMillis() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }
}
