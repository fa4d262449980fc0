/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.IOException;

/** Processors that stand for hosts: what runs on one takes no time of what runs on the other. */
public final class Processors {
  /** Of util-linux. */
  static final String TASKSET = "taskset";

  private Processors() {}

  /** Whether the first two can be given to processes one by one. */
  public static boolean areTwo() throws InterruptedException {
    return works(0) && works(1);
  }

  private static boolean works(int number) throws InterruptedException {
    try {
      return new ProcessBuilder(TASKSET, "-c", String.valueOf(number), "true").start().waitFor()
          == 0;
    } catch (IOException none) {
      return false;
    }
  }
}
