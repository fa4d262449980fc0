/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.value;

import io.tierline.cli.Console;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code ./tierline ldm-value}: which share of the seconds of reading that a fast tier without
 * bounds would save each way of placement saves on one that is too small.
 */
@Command(
    name = "ldm-value",
    description = {
      "Placement's value models beside ONE_SSD and a bound, on simulated days of chains.",
      "Simulates days of chained jobs on a cluster whose SSDs are too small for them, without a"
          + " cluster, and prints which share of the seconds of reading that an unbounded fast tier"
          + " would save is saved by HDFS's ONE_SSD, by LDM with each of its value models, and at"
          + " most by anybody. The same every time."
    })
public final class PlacementValue implements Runnable {
  /** The models were made and changed on seeds 1 to 5. */
  private static final int FIRST_SEED = 101;

  private static final int SEEDS = 20;
  private static final int[] SSD_GIB = {1, 2, 4, 8, 16, 32};
  private static final double PERCENT = 100;
  private static final int GIB_SHIFT = 30;

  private final Console console;

  /** The command; where it prints. */
  public PlacementValue(Console console) {
    this.console = console;
  }

  @Override
  public void run() {
    List<String> columns = new ArrayList<>(List.of("#SSD GiB per node"));
    for (Contender contender : Contender.values()) {
      columns.add("#" + contender.title());
    }
    columns.add("#bound");
    PrintStream out = console.out();
    TextTable table = new TextTable(columns.toArray(String[]::new));
    for (int gib : SSD_GIB) {
      List<String> row = new ArrayList<>(List.of(String.valueOf(gib)));
      for (Contender contender : Contender.values()) {
        row.add(percent(mean((long) gib << GIB_SHIFT, contender)));
      }
      row.add(percent(mean((long) gib << GIB_SHIFT, null)));
      table.row(row.toArray(String[]::new));
    }
    out.println("share of the seconds of reading saved by a fast tier without bounds, mean of");
    out.printf(
        "%d days of 150 chains on %d nodes (seeds %d to %d):%n",
        SEEDS, Day.NODES, FIRST_SEED, FIRST_SEED + SEEDS - 1);
    table.print(out);
  }

  private static String percent(double share) {
    return TextTable.number(PERCENT * share, 1) + " %";
  }

  /** The mean share over the days; of the bound when no contender is given. */
  private static double mean(long ssdBytes, Contender contender) {
    double sum = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      sum += share(new Day(seed), ssdBytes, contender);
    }
    return sum / SEEDS;
  }

  /** The share of what is possible that the contender, or the bound, saves of that day. */
  static double share(Day day, long ssdBytes, Contender contender) {
    double saved =
        contender == null
            ? day.boundSeconds(ssdBytes)
            : new FastTier(contender, ssdBytes).savedSeconds(day);
    return saved / day.possibleSeconds();
  }
}
