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
import java.util.Optional;

/** What there is to choose from, as {@code bid-sim} itself names it. */
final class Listings {
  private static final String EXAMPLE = "--worked-example";
  private static final String TUNABLES = "--list-tunables";
  private static final int LINE = 100;

  private Listings() {}

  /** The option that asks for a listing in place of a run, if one does. */
  static Optional<String> askedFor(ProgramArguments given) {
    return given.options().stream()
        .filter(option -> option.startsWith("--list-") || option.equals(EXAMPLE))
        .findFirst();
  }

  /** Prints what an option asks for. */
  static void print(PrintStream out, String option) throws IOException {
    switch (option) {
      case EXAMPLE -> WorkedExample.print(out, Simulator.workedExample());
      case TUNABLES -> tunables(out);
      default -> named(out, option);
    }
  }

  /** Names and summaries; for disks also what they are. */
  private static void named(PrintStream out, String option) throws IOException {
    for (String[] fields : Simulator.list(option)) {
      String kind = fields.length > 3 ? fields[2] + ": " : "";
      entry(out, String.format("%-22s ", fields[1]), kind + fields[fields.length - 1]);
    }
  }

  /** Names, whose, units, defaults, ranges, meanings. */
  private static void tunables(PrintStream out) throws IOException {
    for (String[] fields : Simulator.list(TUNABLES)) {
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
