/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.io.IOException;
import java.io.PrintStream;

/** What there is to choose from, as {@code bid-sim} itself names it. */
final class Listings {
  private static final int LINE = 100;

  private Listings() {}

  /** Names and summaries; for disks also what they are. */
  static void named(PrintStream out, String option) throws IOException {
    for (String[] fields : Simulator.list(option)) {
      String kind = fields.length > 3 ? fields[2] + ": " : "";
      entry(out, String.format("%-22s ", fields[1]), kind + fields[fields.length - 1]);
    }
  }

  /** Names, whose, units, defaults, ranges, meanings. */
  static void tunables(PrintStream out) throws IOException {
    for (String[] fields : Simulator.list("--list-tunables")) {
      out.println(
          String.format(
              "%s  (%s) default %s %s, from %s to %s",
              fields[1], fields[2], fields[4], fields[3], fields[5], fields[6]));
      entry(out, "    ", fields[7]);
    }
  }

  /** Wraps the text, indented by the width of its heading. */
  private static void entry(PrintStream out, String heading, String text) {
    String indent = " ".repeat(heading.length());
    StringBuilder line = new StringBuilder(heading);
    for (String word : text.split(" +")) {
      if (line.length() > indent.length()) {
        if (line.length() + 1 + word.length() > LINE) {
          out.println(line);
          line = new StringBuilder(indent);
        } else {
          line.append(' ');
        }
      }
      line.append(word);
    }
    out.println(line);
  }
}
