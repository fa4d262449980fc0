/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.strip;

import java.util.List;
import org.apache.hadoop.fs.StorageType;

/**
 * What one device did.
 *
 * @param type of its volume
 * @param mib read and written in each second
 * @param arm where its arm was, ten times a second, per mille of its way from the outermost track;
 *     empty without one
 */
public record Strip(StorageType type, List<Double> mib, List<Integer> arm) {
  /** Looks at the arm in a second. */
  public static final int LOOKS = 10;

  /** Keeps copies. */
  public Strip {
    mib = List.copyOf(mib);
    arm = List.copyOf(arm);
  }

  /** The most in one second. */
  double most() {
    return mib.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** Of all seconds together. */
  double sum() {
    return mib.stream().mapToDouble(Double::doubleValue).sum();
  }
}
