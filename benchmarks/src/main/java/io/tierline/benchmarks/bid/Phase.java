/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.Progress;
import java.util.function.DoubleConsumer;

/**
 * A phase that is shown from the first time that its program says how far it is: one that fails at
 * once, such as for an unknown name, leaves its message alone on the screen.
 */
final class Phase implements DoubleConsumer {
  private final Progress progress;
  private final String name;
  private final double from;
  private final double share;
  private volatile double done;
  private boolean shown;

  Phase(Progress progress, String name) {
    this(progress, name, 0, 1);
  }

  /** One of several parts that are shown as one phase; its share begins at {@code from}. */
  Phase(Progress progress, String name, double from, double share) {
    this.progress = progress;
    this.name = name;
    this.from = from;
    this.share = share;
  }

  /** Takes the fraction done, 0 to 1; from one thread. */
  @Override
  public void accept(double fraction) {
    done = from + share * fraction;
    if (!shown) {
      shown = true;
      progress.phase(name, () -> done);
    }
  }
}
