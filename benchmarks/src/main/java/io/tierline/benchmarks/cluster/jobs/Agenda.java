/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

/** When jobs start. */
interface Agenda {
  /** Starts the first ones. */
  void begin();

  /** A job has ended; starts those that waited for it. */
  void ended(JobSpec job);

  /** True when no job is to come that has not begun. */
  boolean isOver();
}
