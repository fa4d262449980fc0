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
 * What one device moved, second by second.
 *
 * @param type of its volume
 * @param mib read and written in each second
 */
public record Strip(StorageType type, List<Double> mib) {
  /** Keeps a copy. */
  public Strip {
    mib = List.copyOf(mib);
  }

  /** The most in one second. */
  double most() {
    return mib.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
