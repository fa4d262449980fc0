/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.testing;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread brings about; a test's own time limit ends what never comes. */
public final class LdmCondition {
  private static final long LOOK_NANOS = 1_000_000;

  private LdmCondition() {}

  public static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("never came");
      }
    }
  }
}
