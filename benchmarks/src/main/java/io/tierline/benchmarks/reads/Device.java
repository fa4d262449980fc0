/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

/**
 * A storage device, by what one request takes.
 *
 * @param accessMicros before the first byte, unless the request begins where the last one ended
 * @param megabytesPerSecond from then on
 */
record Device(double accessMicros, double megabytesPerSecond) {
  private static final double NANOS_PER_MICRO = 1e3;

  /** What a request for that many bytes takes. */
  double nanos(long bytes, boolean isNext) {
    double transfer = bytes / megabytesPerSecond * NANOS_PER_MICRO;
    return transfer + (isNext ? 0 : accessMicros * NANOS_PER_MICRO);
  }
}
