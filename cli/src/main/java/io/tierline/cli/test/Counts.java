/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As Surefire counts tests. */
record Counts(long run, long failures, long errors, long skipped) {
  static final Counts NONE = new Counts(0, 0, 0, 0);

  private static final Pattern LINE =
      Pattern.compile("Tests run: (\\d+), Failures: (\\d+), Errors: (\\d+), Skipped: (\\d+)");

  /** Of a line of Surefire's form; none where the line has another. */
  static Counts of(String line) {
    Matcher counts = LINE.matcher(line);
    return counts.find()
        ? new Counts(
            Long.parseLong(counts.group(1)),
            Long.parseLong(counts.group(2)),
            Long.parseLong(counts.group(3)),
            Long.parseLong(counts.group(4)))
        : NONE;
  }

  Counts plus(Counts other) {
    return new Counts(
        run + other.run, failures + other.failures, errors + other.errors, skipped + other.skipped);
  }

  Counts most(Counts other) {
    return new Counts(
        Math.max(run, other.run),
        Math.max(failures, other.failures),
        Math.max(errors, other.errors),
        Math.max(skipped, other.skipped));
  }

  long failed() {
    return failures + errors;
  }

  @Override
  public String toString() {
    return String.format(
        "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d", run, failures, errors, skipped);
  }
}
