/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.function.DoubleSupplier;

/** How much is done, 0 to 1: written by one thread, shown by another. */
final class Fraction implements DoubleSupplier {
  private volatile double done;

  void set(double fraction) {
    done = fraction;
  }

  @Override
  public double getAsDouble() {
    return done;
  }
}
