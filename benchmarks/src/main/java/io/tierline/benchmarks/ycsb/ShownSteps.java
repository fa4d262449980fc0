/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.cli.Progress;
import java.util.stream.Stream;

/** Shows the steps that a process tells: each is a phase, told once, whose fraction grows. */
public final class ShownSteps {
  private final Progress progress;
  private final String who;
  private String step = "";
  private volatile double done;

  /** Shows on that progress; {@code who} stands before each step. */
  public ShownSteps(Progress progress, String who) {
    this.progress = progress;
    this.who = who;
  }

  /**
   * Shows what {@link Steps} prints until it ends.
   *
   * @return why it failed, empty when it does not say
   */
  public String follow(Stream<String> said) {
    return said.map(this::reason).filter(reason -> !reason.isEmpty()).reduce("", (a, b) -> b);
  }

  private String reason(String line) {
    if (line.startsWith(Steps.FAILED)) {
      return line.substring(Steps.FAILED.length());
    }
    int space = line.indexOf(' ');
    accept(line.substring(space + 1), Double.parseDouble(line.substring(0, space)));
    return "";
  }

  private void accept(String name, double fraction) {
    done = fraction;
    if (!name.equals(step)) {
      step = name;
      progress.phase(who + name, () -> done);
    }
  }
}
