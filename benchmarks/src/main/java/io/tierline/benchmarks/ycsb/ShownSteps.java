/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.benchmarks.report.Progress;
import java.util.function.BiConsumer;

/** Shows the steps that a process tells: each is a phase, told once, whose fraction grows. */
final class ShownSteps implements BiConsumer<String, Double> {
  private final Progress progress;
  private final String who;
  private String step = "";
  private volatile double done;

  /** Shows on that progress; {@code who} stands before each step. */
  ShownSteps(Progress progress, String who) {
    this.progress = progress;
    this.who = who;
  }

  /** Takes what was told; from one thread. */
  @Override
  public void accept(String name, Double fraction) {
    done = fraction;
    if (!name.equals(step)) {
      step = name;
      progress.phase(who + name, () -> done);
    }
  }
}
