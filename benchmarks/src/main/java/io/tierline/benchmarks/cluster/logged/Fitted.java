/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

/**
 * What the simulator cannot know of the demo's machine, found from the chain of stock HDFS alone.
 *
 * @param generatorStart seconds in which a job of maps alone starts and ends
 * @param start the same of a job of maps and a reducer
 * @param containerSeconds of a core that the start of a container takes
 * @param diskMib MiB/s of a disk that a task reads from
 */
record Fitted(double generatorStart, double start, double containerSeconds, double diskMib) {
  /** Where the search begins. */
  static final Fitted FIRST = new Fitted(3, 5, 1, 25);

  private static final double LEAST = 0.01;

  Fitted {
    generatorStart = Math.max(0, generatorStart);
    start = Math.max(0, start);
    containerSeconds = Math.max(LEAST, containerSeconds);
    diskMib = Math.max(1, diskMib);
  }
}
