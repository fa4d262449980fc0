/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.cli.Keyed;

/** What the cluster is given to do. */
enum Load implements Keyed {
  /** TeraSort and TeraValidate on data that is there, with other jobs beside them. */
  WORKLOAD_1,
  /** TeraGen, TeraSort and TeraValidate, with other jobs beside them. */
  WORKLOAD_2,
  /** Thousands of small jobs at a time. */
  SMALL_CHAINS,
  /** Data that are read again and again, half of them there before. */
  HOT,
  /** A chain of Spark jobs, with other jobs beside them. */
  SPARK,
  /** Coordinators: hourly, daily, weekly and monthly jobs at their times. */
  MONTH;

  static Load of(String key) {
    return Keyed.of(Load.class, key);
  }
}
